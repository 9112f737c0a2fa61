/** Family and version of a server, asked of its binary: a folder's name proves nothing. */
import { basename, dirname, join } from "node:path";
import type { Family } from "../../model/build.ts";
import { LabError } from "../../model/errors.ts";
import type { CommandResult, Os } from "../../os/os.ts";
import { machineName } from "../../os/platform.ts";
import { toolMissing } from "../../os/tools.ts";
import { type BinaryPlace, locateBinary } from "./locate-binary.ts";
import { explainStartFailure, missingLibrary } from "./start-failure.ts";
import { parseVersionLine } from "./version-line.ts";

/** A server that printed its version. */
export interface Identity extends BinaryPlace {
  readonly family: Family;
  readonly version: string;
  readonly versionLine: string;
  /**
   * Folders to be named in LD_LIBRARY_PATH, separated by colons, for libraries that come with the build and that its
   * binary does not find by itself. Null for nearly all builds.
   */
  readonly libraryPath: string | null;
}

/** Folders of a basedir that may hold a library which the binary's own run path does not name. */
const LIBRARY_FOLDERS = ["lib", "lib64", "lib/private", "lib/mysql", "lib/x86_64-linux-gnu", ""];
/** A binary that waits for something instead of printing its version is not one of ours. */
const LIMIT_SECONDS = 20;

/**
 * Runs `--version` of the server at `path`, a basedir or the binary itself, absolute. Works as root too: PostgreSQL
 * answers before it refuses root. Throws `basedir-invalid`, `permission-denied` or, where a shared library is
 * missing, `build-unavailable`; the message names what is wrong and where.
 */
export async function identify(os: Os, path: string): Promise<Identity> {
  const place = await locateBinary(os, path);
  const { result, libraryPath } = await askVersion(os, place, []);
  if (result.exitCode !== 0)
    throw explainStartFailure({ binary: place.binary, result, ...(await readHeader(os, place)) });
  const versionLine = result.stdout.trim().split("\n")[0] ?? "";
  return { ...place, ...familyOf(place, versionLine), versionLine, libraryPath };
}

/** Asks again with each library folder of the build that has what the loader missed, until nothing new helps. */
async function askVersion(
  os: Os,
  place: BinaryPlace,
  folders: readonly string[],
): Promise<{ readonly result: CommandResult; readonly libraryPath: string | null }> {
  const result = await runVersion(os, place, folders);
  // `env` itself: what it starts is `./mysqld`, with a slash.
  if (/failed to run command 'env': No such file/.test(result.stderr)) throw toolMissing("env", result.stderr);
  const library = result.exitCode === 0 ? null : missingLibrary(result.stderr);
  const folder = library && (await folderWith(os, place, library));
  if (folder && !folders.includes(folder)) return askVersion(os, place, [...folders, folder]);
  return { result, libraryPath: folders.length > 0 ? folders.join(":") : null };
}

/** Through `env`, whose exit codes 126 and 127 and messages tell what the kernel said; in the folder, for paths with `=`. */
function runVersion(os: Os, { binary }: BinaryPlace, folders: readonly string[]): Promise<CommandResult> {
  const inherited = process.env.LD_LIBRARY_PATH;
  const libraryPath = [...folders, ...(inherited ? [inherited] : [])].join(":");
  const environment = ["LC_ALL=C", ...(folders.length > 0 ? [`LD_LIBRARY_PATH=${libraryPath}`] : [])];
  // `--no-defaults` must come first: a my.cnf with an option that this version lacks would stop it. PostgreSQL reads none.
  const options = basename(binary).startsWith("postgres") ? ["--version"] : ["--no-defaults", "--version"];
  return os.processes.run(
    ["timeout", String(LIMIT_SECONDS), "env", ...environment, `./${basename(binary)}`, ...options],
    { cwd: dirname(binary) },
  );
}

async function folderWith(os: Os, { basedir }: BinaryPlace, library: string): Promise<string | null> {
  for (const folder of LIBRARY_FOLDERS.map((name) => join(basedir, name))) {
    if (await os.files.exists(join(folder, library))) return folder;
  }
  return null;
}

function familyOf({ binary }: BinaryPlace, line: string): { readonly family: Family; readonly version: string } {
  const parsed = parseVersionLine(line);
  if (parsed.kind === "known") return { family: parsed.family, version: parsed.version };
  const message =
    parsed.kind === "later"
      ? `${binary} is ${parsed.name} ${parsed.version}, which dbdyno cannot measure yet`
      : `${binary} says "${line}", which is neither MySQL nor PostgreSQL`;
  const hint = "use a basedir of MySQL or PostgreSQL; other families come with a later version of dbdyno";
  throw new LabError({ code: "basedir-invalid", message, hint, where: binary });
}

async function readHeader(
  os: Os,
  { binary }: BinaryPlace,
): Promise<{ readonly header: string; readonly machine: string }> {
  const header = await os.processes.run(["od", "-An", "-v", "-tx1", "-N20", binary]);
  return { header: header.stdout.replaceAll(/\s/g, ""), machine: machineName(process.arch) };
}
