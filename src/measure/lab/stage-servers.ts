/**
 * The servers of one stage: cloned, started, warmed, and all but one frozen while that one is measured.
 */
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { LabError } from "../../model/errors.ts";
import type { Plan, Stage, Variant } from "../../model/plan.ts";
import { MARKER_FILE } from "../dbms/data-directory.ts";
import type { ServerHandle } from "../dbms/dbms.ts";
import type { ProbeSession } from "../probes/probe.ts";
import { runAll } from "./clean-up.ts";
import type { LabDeps } from "./lab-deps.ts";
import type { LoadClients } from "./load-clients.ts";
import { remakeFolder } from "./own-folder.ts";

export interface StageVariant {
  readonly variant: Variant;
  readonly handle: ServerHandle;
  readonly probes: readonly { readonly session: ProbeSession; readonly every: number }[];
  readonly dataDirectory: string;
}

export interface StageServers {
  readonly stage: Stage;
  readonly variants: ReadonlyMap<string, StageVariant>;
}

export interface StageRequest {
  readonly run: string;
  readonly plan: Plan;
  readonly stage: Stage;
  /** Template data directory by variant. */
  readonly templates: ReadonlyMap<string, string>;
  readonly clients: LoadClients;
}

/**
 * Clones and starts every variant of the stage, in the stage's order. When one does not start, those before it are
 * stopped and the error goes on.
 */
export async function openStage(request: StageRequest, deps: LabDeps): Promise<StageServers> {
  const variants = new Map<string, StageVariant>();
  const servers = { stage: request.stage, variants };
  try {
    for (const name of request.stage.variants) {
      const open = await openVariant(name, request, deps);
      variants.set(name, open);
      await open.handle.freeze();
    }
    return servers;
  } catch (error) {
    await closeStage(servers, deps).catch((fault: unknown) => deps.progress({ kind: "clean-up-failed", fault }));
    throw error;
  }
}

/** Stops every server and removes its clone. All are tried; the first fault is thrown at the end. */
export function closeStage(servers: StageServers, deps: LabDeps): Promise<void> {
  return runAll([...servers.variants.values()].map((open) => () => closeVariant(open, deps)));
}

/** Thaws `name` and freezes the others. Gives the variant's servers. */
export async function focusOn(servers: StageServers, name: string): Promise<StageVariant> {
  for (const [other, open] of servers.variants) if (other !== name) await open.handle.freeze();
  const chosen = variantOf(servers, name);
  await chosen.handle.thaw();
  return chosen;
}

export function variantOf(servers: StageServers, name: string): StageVariant {
  const open = servers.variants.get(name);
  if (open === undefined) throw new Error(`stage ${servers.stage.id} has no variant ${name}`);
  return open;
}

/** Throws `server-died` with where its log is, when a server of the stage is no longer there. `during` is for people. */
export function assertAlive(servers: StageServers, during: string): void {
  for (const { variant, handle } of servers.variants.values()) {
    const exitCode = handle.exitCode();
    if (exitCode === null) continue;
    throw new LabError({
      code: "server-died",
      message: `server of variant ${variant.name} ended with exit code ${exitCode} during ${during}`,
      hint: `read the end of ${handle.server.errorLog}`,
      where: handle.server.errorLog,
    });
  }
}

/**
 * Runs `work`. When it fails because a server died, that is the error, for it explains all others; another failed
 * measurement says what it was `during`.
 */
export async function whileAlive<T>(servers: StageServers, during: string, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    assertAlive(servers, during);
    return result;
  } catch (error) {
    if (!isInterruption(error)) await someServerEnded(servers);
    assertAlive(servers, during);
    throw placed(error, during);
  }
}

function isInterruption(error: unknown): boolean {
  return error instanceof LabError && error.code === "interrupted";
}

/** A connection breaks a moment before the end of its server is known. Resolves when one has ended, at most half a second on. */
async function someServerEnded(servers: StageServers): Promise<void> {
  for (let look = 0; look < 20; look++) {
    if ([...servers.variants.values()].some(({ handle }) => handle.exitCode() !== null)) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

function placed(error: unknown, during: string): unknown {
  if (!(error instanceof LabError) || error.code !== "measurement-failed") return error;
  const { code, message, hint, where } = error;
  return new LabError({ code, message: `${during}: ${message}`, hint, where: where ?? during, cause: error });
}

async function openVariant(name: string, request: StageRequest, deps: LabDeps): Promise<StageVariant> {
  deps.progress({ kind: "starting", stage: request.stage, variant: name });
  const variant = request.plan.variants.find((candidate) => candidate.name === name);
  const template = request.templates.get(name);
  if (variant === undefined || template === undefined) throw new Error(`plan has no variant ${name}`);
  const dataDirectory = deps.paths.clone(request.run, name);
  await remakeFolder(deps.os, { path: dataDirectory, marker: MARKER_FILE }, () =>
    deps.os.files.cloneDirectory(template, dataDirectory),
  );
  const handle = await startVariant(variant, dataDirectory, request, deps);
  try {
    return { variant, handle, dataDirectory, probes: await openProbes(handle, dataDirectory, request, deps) };
  } catch (error) {
    await handle.stop();
    throw error;
  }
}

async function startVariant(
  variant: Variant,
  dataDirectory: string,
  request: StageRequest,
  deps: LabDeps,
): Promise<ServerHandle> {
  const { plan, run, stage } = request;
  const errorLog = deps.paths.errorLog(run, variant.name, stage.id);
  await deps.os.files.makeDirectory(dirname(errorLog));
  return deps.dbmses[variant.build.family].start({
    variant: variant.name,
    build: variant.build,
    dataDirectory,
    errorLog,
    listen: plan.listen,
    config: { ...imposedConfig(plan, variant), ...variant.config },
    cpus: plan.cpus?.server ?? null,
    cgroup: cgroupName(variant.name, request, deps),
    signal: deps.signal,
  });
}

/**
 * The server's own group, or null where this user may make none: accounting and freezing then go by process tree. The
 * lab is in the name, for two labs may have runs of one name.
 */
function cgroupName(variant: string, request: StageRequest, deps: LabDeps): string | null {
  const { freezer, cpuacct } = deps.cgroups;
  if (freezer === null && cpuacct === null) return null;
  const lab = createHash("sha256").update(deps.paths.root).digest("hex").slice(0, 8);
  return `dbdyno/${lab}-${request.run}.${variant}`;
}

function imposedConfig(plan: Plan, variant: Variant): Record<string, string> {
  const own = plan.imposed.filter((setting) => setting.family === variant.build.family);
  return Object.fromEntries(own.map((setting) => [setting.name, setting.value]));
}

async function openProbes(
  handle: ServerHandle,
  dataDirectory: string,
  request: StageRequest,
  deps: LabDeps,
): Promise<StageVariant["probes"]> {
  const labPids = () => [process.pid, ...request.clients.pids()];
  const sessions = deps.probes.map(async (probe) => ({
    session: await probe.open({ server: handle.server, labPids, dataDirectory }),
    every: probe.every,
  }));
  return Promise.all(sessions);
}

/** The server is stopped whatever a probe or the freezer says: it would go on running without us. */
function closeVariant({ handle, probes, dataDirectory }: StageVariant, deps: LabDeps): Promise<void> {
  return runAll([
    () => handle.thaw(),
    ...probes.map(
      ({ session }) =>
        () =>
          session.close(),
    ),
    () => handle.stop(),
    () => deps.os.files.remove(dataDirectory),
  ]);
}
