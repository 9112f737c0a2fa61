/** From what a spec or a command line asks for to one binary, identified by its own words and its digest. */
import { join, resolve } from "node:path";
import type { Build, BuildReference } from "../../model/build.ts";
import { LabError } from "../../model/errors.ts";
import { type BuildDeps, originOf, readRecord, timestamp } from "./cache.ts";
import { type CatalogueEntry, entryName, findInCatalogue } from "./catalogue.ts";
import { fetchBuild } from "./fetch-build.ts";
import { type Identity, identify } from "./identify.ts";

export { cacheDirectory } from "./cache.ts";

type CatalogueReference = Extract<BuildReference, { kind: "catalogue" }>;

/**
 * Fetches the build where it is not in the cache yet (the first time only, some 20 to 35 MB), asks the binary for
 * family and version, and takes its digest. A basedir may start with `~` or be relative to the working folder.
 * Throws `build-unknown`, `basedir-invalid`, `build-unavailable`, `build-corrupt`, `permission-denied`, `disk-full`.
 */
export function resolveBuild(reference: BuildReference, deps: BuildDeps): Promise<Build> {
  return reference.kind === "catalogue" ? resolveCatalogue(reference, deps) : resolveBasedir(reference.path, deps);
}

async function resolveCatalogue(reference: CatalogueReference, deps: BuildDeps): Promise<Build> {
  const entry = findInCatalogue(reference.family, reference.version);
  const basedir = await fetchBuild(entry, deps);
  const build = await describe(reference, await identify(deps.os, basedir), originOf(entry), deps);
  await checkUnchanged(entry, build, deps);
  return build;
}

async function resolveBasedir(path: string, deps: BuildDeps): Promise<Build> {
  const identity = await identify(deps.os, expandPath(path, deps.home ?? process.env.HOME));
  return describe({ kind: "basedir", path }, identity, "basedir", deps);
}

async function describe(
  reference: BuildReference,
  identity: Identity,
  origin: string,
  deps: BuildDeps,
): Promise<Build> {
  const digest = await deps.os.files.sha256(identity.binary);
  return { reference, ...identity, digest, origin, resolvedAt: timestamp(deps) };
}

/** Absolute. `~` and `~/x` are the home folder's; `~name` stays as it is, and is then not found. */
function expandPath(path: string, home: string | undefined): string {
  if (home && (path === "~" || path.startsWith("~/"))) return join(home, path.slice(1));
  return resolve(path);
}

/** A cached build that somebody changed would be measured under a wrong name. */
async function checkUnchanged(entry: CatalogueEntry, build: Build, { os }: BuildDeps): Promise<void> {
  const record = await readRecord(os, build.basedir);
  const sameBinary = record?.digest === build.digest;
  if (sameBinary && build.version === entry.version && record.integrity === entry.integrity) return;
  const what = sameBinary ? `says that it is ${build.version}` : "is not the one that was fetched";
  throw new LabError({
    code: "build-corrupt",
    message: `${build.binary} ${what}, and ${entryName(entry)} was asked for`,
    hint: `rm -r ${build.basedir}, then dbdyno builds fetch ${entryName(entry)}`,
    where: build.binary,
  });
}
