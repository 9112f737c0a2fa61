/** The servers of this machine, for whoever does not know yet what to compare. */
import { join } from "node:path";
import { LabError } from "../../model/errors.ts";
import type { Os } from "../../os/os.ts";
import { type BuildDeps, buildFolder, readRecord } from "./cache.ts";
import { CATALOGUE, entryName } from "./catalogue.ts";
import { type Identity, identify } from "./identify.ts";

/** `build` is what a spec says for it: `mysql@5.6.24`, a basedir or the path of a binary. */
export type FoundServer =
  | { readonly kind: "usable"; readonly build: string; readonly identity: Identity }
  | { readonly kind: "unusable"; readonly build: string; readonly why: LabError };

interface Candidate {
  readonly build: string;
  readonly path: string;
}

/** Folders of basedirs and how their names start: Debian, dbdeployer, MySQL's own tarball manual, PostgreSQL's default. */
const FOLDERS: readonly (readonly [string, string])[] = [
  ["/usr/lib/postgresql", ""],
  ["~/opt/mysql", ""],
  ["/usr/local", "mysql"],
  ["/usr/local", "pgsql"],
];
/** Often not on the PATH of a user. */
const BINARIES = ["/usr/sbin/mysqld", "/usr/libexec/mysqld"];
const COMMANDS = ["mysqld", "mariadbd", "postgres"];

/**
 * Looks into the cache, the usual folders and PATH, and asks each server found for its version: fetched builds first,
 * then by place, each binary once. What is there and cannot be used is listed with the reason. Fetches nothing.
 */
export async function findServers(deps: BuildDeps): Promise<readonly FoundServer[]> {
  const candidates = [...(await fetched(deps)), ...(await inFolders(deps)), ...(await binaries(deps.os))];
  const seen = new Set<string>();
  const servers: FoundServer[] = [];
  for (const candidate of candidates) {
    const server = await examine(deps.os, candidate);
    const place = await realPath(deps.os, server.kind === "usable" ? server.identity.binary : (server.why.where ?? ""));
    if (!seen.has(place)) servers.push(server);
    seen.add(place);
  }
  return servers;
}

async function examine(os: Os, { build, path }: Candidate): Promise<FoundServer> {
  try {
    return { kind: "usable", build, identity: await identify(os, path) };
  } catch (error) {
    if (error instanceof LabError && error.code !== "interrupted") return { kind: "unusable", build, why: error };
    throw error;
  }
}

async function fetched({ os, cacheDirectory }: BuildDeps): Promise<readonly Candidate[]> {
  const candidates = CATALOGUE.map((entry) => ({ build: entryName(entry), path: buildFolder(cacheDirectory, entry) }));
  const there = await Promise.all(candidates.map(async ({ path }) => (await readRecord(os, path)) !== null));
  return candidates.filter((_, index) => there[index]);
}

async function inFolders({ os, home = process.env.HOME }: BuildDeps): Promise<readonly Candidate[]> {
  const found: Candidate[] = [];
  for (const [folder, start] of FOLDERS) {
    if (folder.startsWith("~") && !home) continue;
    const absolute = folder.replace(/^~/, home ?? "");
    const names = (await namesIn(os, absolute)).filter((name) => name.startsWith(start));
    found.push(...names.map((name) => ({ build: join(folder, name), path: join(absolute, name) })));
  }
  return found;
}

/** Through `ls`, for which a folder that is closed to this user is as empty as one that is not there. */
async function namesIn(os: Os, folder: string): Promise<readonly string[]> {
  const { stdout } = await os.processes.run(["ls", "-1", "--", folder]);
  return stdout.split("\n").filter((name) => name !== "");
}

async function binaries(os: Os): Promise<readonly Candidate[]> {
  const onPath = await Promise.all(COMMANDS.map((command) => os.processes.which(command)));
  const there = await Promise.all(BINARIES.map(async (path) => ((await os.files.exists(path)) ? path : null)));
  return [...onPath, ...there].filter((path) => path !== null).map((path) => ({ build: path, path }));
}

async function realPath(os: Os, path: string): Promise<string> {
  const { exitCode, stdout } = await os.processes.run(["readlink", "-f", "--", path]);
  return exitCode === 0 ? stdout.trim() : path;
}
