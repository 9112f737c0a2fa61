/** Folders for sockets, outside the lab: a socket's path must be short. */
import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { atPath } from "./faults.ts";
import { OWNER_VARIABLE } from "./owner.ts";

/**
 * A socket's path has at most 107 bytes; `/dbdyno-XXXXXX/.s.PGSQL.65535` takes 30 of them. A longer folder for
 * temporary files (macOS has one of 49, build systems longer ones) is passed over for /tmp.
 */
const LONGEST_SOCKET_BASE = 60;

/** Names that `makeSocketDirectory` gives. */
export const SOCKET_FOLDER = /^dbdyno-[A-Za-z0-9]{6}$/;

/** In it stands whose it is: see `owner.ts`. */
export const OWNER_FILE = "owner";

/** A new folder of mode 0700 (mkdtemp's) below `base`, or below /tmp where `base` is too long for a socket's path. */
export function makeSocketDirectory(base: string): Promise<string> {
  const short = Buffer.byteLength(base) <= LONGEST_SOCKET_BASE ? base : "/tmp";
  return atPath(short, async () => {
    const folder = await mkdtemp(join(short, "dbdyno-"));
    const owner = process.env[OWNER_VARIABLE];
    if (owner !== undefined) await writeFile(join(folder, OWNER_FILE), owner);
    return folder;
  });
}
