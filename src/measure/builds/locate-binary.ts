/** Where in a basedir the server's binary is. */
import { basename, dirname, join } from "node:path";
import { LabError } from "../../model/errors.ts";
import type { Os } from "../../os/os.ts";

export interface BinaryPlace {
  readonly basedir: string;
  /** Never a symbolic link itself, though folders above it may be. */
  readonly binary: string;
}

/** Messages are read: they must be the untranslated ones. */
const PLAIN_WORDS = { env: { LC_ALL: "C" } };
/** Folders of binaries: tarballs and distributions, `make install`, CMake's build tree, and the basedir itself. */
const FOLDERS = ["bin", "sbin", "libexec", "runtime_output_directory", ""];
/** `mysqld` first: MariaDB has it too, as a link, and what it really is the binary tells. */
const SERVERS: readonly (readonly string[])[] = [["mysqld", "mariadbd"], ["postgres"]];

/**
 * `path` is a basedir or the binary itself, absolute. Throws `basedir-invalid` where there is no server or two of
 * different families, `permission-denied` where this user may not look.
 */
export async function locateBinary(os: Os, path: string): Promise<BinaryPlace> {
  const kind = await kindOf(os, path);
  if (kind === "file") return followLink(os, { basedir: basedirOf(path), binary: path });
  const found = await Promise.all(SERVERS.map((names) => firstThere(os, path, names)));
  const [binary, other] = found.filter((candidate) => candidate !== null);
  if (!binary) throw await nothingThere(os, path);
  if (other) throw ambiguous(path, binary, other);
  return followLink(os, { basedir: path, binary });
}

/** `/usr/local/bin/postgres` may be a link: its own basedir has the other programs and the share folder. */
async function followLink(os: Os, place: BinaryPlace): Promise<BinaryPlace> {
  if (!(await os.files.isSymbolicLink(place.binary))) return place;
  const { stdout } = await os.processes.run(["readlink", "-f", place.binary]);
  const binary = stdout.trim();
  return { basedir: basedirOf(binary), binary };
}

/** `/usr/sbin/mysqld` belongs to `/usr`, a `mysqld` in no folder of binaries to the folder it is in. */
function basedirOf(binary: string): string {
  const folder = dirname(binary);
  return FOLDERS.includes(basename(folder)) ? dirname(folder) : folder;
}

async function firstThere(os: Os, basedir: string, names: readonly string[]): Promise<string | null> {
  for (const candidate of FOLDERS.flatMap((folder) => names.map((name) => join(basedir, folder, name)))) {
    // `test -f`: in `/usr/lib/postgresql` and the like the name may be a folder's.
    if ((await os.processes.run(["test", "-f", candidate])).exitCode === 0) return candidate;
  }
  return null;
}

async function kindOf(os: Os, path: string): Promise<"file" | "folder"> {
  const { exitCode, stdout, stderr } = await os.processes.run(["stat", "-L", "-c", "%F", path], PLAIN_WORDS);
  if (exitCode === 0) return stdout.trim() === "directory" ? "folder" : "file";
  if (stderr.includes("Permission denied")) throw closed(path);
  throw new LabError({
    code: "basedir-invalid",
    message: `there is no ${path}`,
    hint: "give the folder that has bin/mysqld or bin/postgres in it; dbdyno init lists the servers of this machine",
    where: path,
  });
}

async function nothingThere(os: Os, path: string): Promise<LabError> {
  const asked = FOLDERS.map((folder) => join(path, folder, "."));
  const { stderr } = await os.processes.run(["ls", "-d", ...asked], PLAIN_WORDS);
  if (stderr.includes("Permission denied")) return closed(path);
  return new LabError({
    code: "basedir-invalid",
    message: `no server in ${path}: neither mysqld nor postgres in ${FOLDERS.filter(Boolean).join(", ")} or the folder itself`,
    hint: "give the folder that has bin/mysqld or bin/postgres in it, or the path of the binary itself",
    where: path,
  });
}

function closed(path: string): LabError {
  return new LabError({
    code: "permission-denied",
    message: `this user may not look into ${path}`,
    hint: `namei -l ${path} shows which folder is closed; open it with chmod o+x, or run dbdyno as its owner`,
    where: path,
  });
}

function ambiguous(path: string, binary: string, other: string): LabError {
  return new LabError({
    code: "basedir-invalid",
    message: `two servers in ${path}: ${binary} and ${other}`,
    hint: `name the binary itself: basedir: ${binary}`,
    where: path,
  });
}
