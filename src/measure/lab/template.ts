/**
 * Data is loaded once for each family, on-disk format, schema and rows, stopped cleanly, and cloned from then on:
 * every variant and round begins from the same bytes. Loading costs seconds to minutes, a clone tenths of a second.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { LabError } from "../../model/errors.ts";
import type { Plan, Variant } from "../../model/plan.ts";
import type { RunningServer } from "../../model/server.ts";
import type { WorkloadEntry } from "../../model/workload.ts";
import { scriptData } from "../../workloads/scripts.ts";
import type { Dbms } from "../dbms/dbms.ts";
import { withCleanUp } from "./clean-up.ts";
import { blamingFullDisk } from "./full-disk.ts";
import type { LabDeps } from "./lab-deps.ts";
import { loadEntry } from "./load-entry.ts";
import { dataSettings, loadConfig } from "./load-settings.ts";
import { interruptedLoad } from "./load-tables.ts";
import { remakeFolder } from "./own-folder.ts";

/** Raised when what a template holds changes, so that an older lab's templates are not taken for today's. */
const TEMPLATE_VERSION = 1;
const DIRTY_PAGES_LIMIT_SECONDS = 120;
const MARKER = "template.json";
/** Of a load that is interrupted: its files are thrown away, so nothing is lost by force. */
const STOP_EARLY_SECONDS = 2;

export interface TemplateRequest {
  readonly entry: WorkloadEntry;
  readonly variant: Variant;
}

/** A folder name that says what is inside, and a digest over all that decides the bytes. */
export function templateKey(request: TemplateRequest, onDiskFormat: string): string {
  const { entry, variant } = request;
  const content = [TEMPLATE_VERSION, variant.build.family, onDiskFormat, entry.workload, entry.tables, entry.rows];
  const settings = dataSettings(variant.build.family, variant.config);
  const detail = [
    ...content,
    entry.storageEngine,
    entry.keys,
    LOAD_SEED,
    settings,
    ...(entry.load === undefined ? [] : scriptData(entry.load)),
  ];
  const digest = createHash("sha256").update(JSON.stringify(detail)).digest("hex").slice(0, 12);
  return `${variant.build.family}-${onDiskFormat}-${entry.workload}-${entry.tables}x${entry.rows}-${digest}`;
}

/**
 * Rows come of a seed of their own, not of the run's: two runs with different seeds share a template, and compare
 * the same data.
 */
const LOAD_SEED = 20_240_201;

/** Template data directories: by workload entry, then by variant. */
export type Templates = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Every template the plan needs, loaded now where the lab does not have it yet. */
export async function ensureTemplates(plan: Plan, deps: LabDeps): Promise<Templates> {
  const templates = new Map<string, Map<string, string>>();
  for (const entry of plan.workloads) {
    const byVariant = new Map<string, string>();
    for (const variant of plan.variants) byVariant.set(variant.name, await ensureTemplate({ entry, variant }, deps));
    templates.set(entry.name, byVariant);
  }
  return templates;
}

/** The template's data directory, loaded now if the lab does not have it yet. Throws what the DBMS and the loader throw. */
async function ensureTemplate(request: TemplateRequest, deps: LabDeps): Promise<string> {
  const dbms = deps.dbmses[request.variant.build.family];
  const key = templateKey(request, dbms.onDiskFormat(request.variant.build));
  const folder = deps.paths.template(key);
  const started = deps.os.clock.monotonic();
  const reused = await deps.os.files.exists(join(folder, MARKER));
  if (!reused) await makeTemplate({ ...request, key, folder, dbms }, deps);
  deps.progress({ kind: "template-ready", template: key, seconds: deps.os.clock.monotonic() - started, reused });
  return join(folder, "data");
}

interface TemplateWork extends TemplateRequest {
  readonly key: string;
  readonly folder: string;
  readonly dbms: Dbms;
}

/**
 * The marker is written last, when all before it is on storage: a folder without it is the rest of a load that did not
 * end, and is made anew.
 */
async function makeTemplate(work: TemplateWork, deps: LabDeps): Promise<void> {
  const { files, processes, clock } = deps.os;
  await remakeFolder(deps.os, { path: work.folder, marker: MARKER }, async () => {
    await files.makeDirectory(work.folder);
    const dataDirectory = join(work.folder, "data");
    try {
      await work.dbms.initialise(work.variant.build, dataDirectory);
      await loadInto(dataDirectory, work, deps);
    } catch (error) {
      throw await blamingFullDisk(error, work.folder, deps.os);
    }
    // The loading server did not sync by itself.
    await processes.run(["sync", "-f", dataDirectory]);
    const { key, entry, variant } = work;
    const marker = { key, entry, build: variant.build, madeAt: clock.wall().toISOString() };
    await files.write(join(work.folder, MARKER), `${JSON.stringify(marker, null, 2)}\n`);
  });
}

async function loadInto(dataDirectory: string, work: TemplateWork, deps: LabDeps): Promise<void> {
  const { build, config } = work.variant;
  const handle = await work.dbms.start({
    variant: "template",
    build,
    dataDirectory,
    errorLog: loadLog(work),
    listen: "socket",
    config: loadConfig(build.family, config),
    cpus: null,
    cgroup: null,
    signal: deps.signal,
  });
  // A statement that builds an index runs for minutes and hears nothing: the server's end is what ends it.
  const stopEarly = (): void => void handle.stop(STOP_EARLY_SECONDS).catch(() => undefined);
  deps.signal.addEventListener("abort", stopEarly, { once: true });
  try {
    await withCleanUp(
      () => fillServer(handle.server, work, deps),
      () => handle.stop(),
      (fault) => deps.progress({ kind: "clean-up-failed", fault }),
    );
  } catch (error) {
    throw deps.signal.aborted ? interruptedLoad(error) : error;
  } finally {
    deps.signal.removeEventListener("abort", stopEarly);
  }
  refuseUnclean(handle.exitCode(), work);
}

/** A server that had to be killed leaves files that every clone would have to recover, or could not. */
function refuseUnclean(exitCode: number | null, work: TemplateWork): void {
  if (exitCode === 0) return;
  throw new LabError({
    code: "load-failed",
    message: `the server that loaded ${work.key} did not stop cleanly (exit code ${exitCode})`,
    hint: `read the end of ${loadLog(work)}; the next run loads again from the start`,
    where: loadLog(work),
  });
}

function loadLog(work: TemplateWork): string {
  return join(work.folder, "load.error.log");
}

async function fillServer(server: RunningServer, work: TemplateWork, deps: LabDeps): Promise<void> {
  const connection = await deps.connect(server);
  try {
    const { key, entry, dbms, folder } = work;
    const onRows = (loaded: number, rows: number): void =>
      deps.progress({ kind: "loading", template: key, loaded, rows });
    const logFile = join(folder, "load.client.log");
    const tables = await loadEntry({ connection, server, dbms, entry, seed: LOAD_SEED, logFile, onRows }, deps);
    await dbms.analyse(connection, tables);
    await dbms.writeDirtyPages(connection, DIRTY_PAGES_LIMIT_SECONDS);
  } finally {
    await connection.close();
  }
}
