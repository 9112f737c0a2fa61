/** A small file system of the test's own, and a way to fill it. Needs no rights: it is mounted in a user namespace. */
import { execFile } from "node:child_process";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const BLOCK_BYTES = 1 << 16;
/** Less than any server extends a file by twice. */
const LEFT_BYTES = 1 << 16;

export interface SmallDiskRequest {
  /** A TypeScript module; its arguments are `mount` and `args`. */
  readonly program: URL;
  readonly args: readonly string[];
  /** An empty folder. */
  readonly mount: string;
  readonly megabytes: number;
}

/** Runs the program where `mount` is a file system of that size, and gives what it printed on its standard output. */
export async function runOnSmallDisk({ program, args, mount, megabytes }: SmallDiskRequest): Promise<string> {
  const script = `mount -t tmpfs -o size=${megabytes}m tmpfs "$2"; exec "$0" "$@"`;
  const command = ["sh", "-ec", script, process.execPath, fileURLToPath(program), mount, ...args];
  const { stdout } = await promisify(execFile)("unshare", ["--user", "--map-root-user", "--mount", ...command]);
  return stdout;
}

/** Fills the file system that `folder` is on, but for some pages. Gives the way to empty it again. */
export function fillDisk(folder: string): () => void {
  const ballast = join(folder, "ballast");
  const { bavail, bsize } = statfsSync(folder);
  const blocks = Math.floor((bavail * bsize - LEFT_BYTES) / BLOCK_BYTES);
  writeFileSync(ballast, Buffer.alloc(blocks * BLOCK_BYTES));
  return () => rmSync(ballast);
}
