/**
 * Which data directories are ours. A marker file says so; nothing is started in, or made over, a folder without it.
 * Servers of both families tolerate the extra file: MySQL takes only folders for databases, PostgreSQL ignores it.
 */
import { dirname, join } from "node:path";
import { type Build, FAMILIES, type Family } from "../../model/build.ts";
import { LabError } from "../../model/errors.ts";
import type { Timestamp } from "../../model/units.ts";
import type { Os } from "../../os/os.ts";

export const MARKER_FILE = "dbdyno-data.json";

/** What the marker file holds: the build that made the data directory. */
export interface DataMarker {
  readonly family: Family;
  readonly version: string;
  readonly digest: string;
  readonly madeAt: Timestamp;
}

/**
 * Makes `path` with `fill`, then marks it. The marker comes last, because both families initialise only an empty folder.
 * What a failed `fill` left is removed again. Throws `data-directory-foreign` when something is at `path` already.
 */
export async function makeDataDirectory(
  os: Os,
  { path, build, fill }: { readonly path: string; readonly build: Build; readonly fill: () => Promise<void> },
): Promise<void> {
  await refuseLink(os, path);
  if ((await os.files.exists(path)) && (await os.files.list(path)).length > 0) throw occupied(path);
  // Not every server makes the folders above its own.
  await os.files.makeDirectory(dirname(path));
  try {
    await fill();
    const { family, version, digest } = build;
    const marker: DataMarker = { family, version, digest, madeAt: os.clock.wall().toISOString() };
    await os.files.write(join(path, MARKER_FILE), `${JSON.stringify(marker, null, 2)}\n`);
  } catch (fault) {
    await os.files.remove(path);
    throw fault;
  }
}

/** Gives the marker of a data directory of ours. Throws `data-directory-foreign` for every other folder, and for links. */
export async function requireOwnDataDirectory(os: Os, path: string, family: Family): Promise<DataMarker> {
  await refuseLink(os, path);
  const text = await os.files.readIfThere(join(path, MARKER_FILE));
  if (text === null) throw foreign(path, `there is no ${MARKER_FILE} in it`);
  const marker = parseMarker(text);
  if (marker === null) throw foreign(path, `its ${MARKER_FILE} is not one of ours`);
  if (marker.family !== family) throw foreign(path, `it was made for ${marker.family}, not for ${family}`);
  return marker;
}

/** Null for a text that is no marker. */
export function parseMarker(text: string): DataMarker | null {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null) return null;
  const fields = new Map<string, unknown>(Object.entries(value));
  const family = FAMILIES.find((name) => name === fields.get("family"));
  const [version, digest, madeAt] = ["version", "digest", "madeAt"].map((name) => fields.get(name));
  if (family === undefined) return null;
  if (typeof version !== "string" || typeof digest !== "string" || typeof madeAt !== "string") return null;
  return { family, version, digest, madeAt };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function refuseLink(os: Os, path: string): Promise<void> {
  // `link/` names what the link leads to; the link itself is what must be seen.
  if (await os.files.isSymbolicLink(path.replace(/\/+$/, ""))) throw foreign(path, "it is a symbolic link");
}

function foreign(path: string, why: string): LabError {
  return new LabError({
    code: "data-directory-foreign",
    message: `${path} is not a data directory of dbdyno: ${why}`,
    hint: "dbdyno starts servers only in data directories that it made itself; give another lab folder with --lab DIR",
    where: path,
  });
}

function occupied(path: string): LabError {
  return new LabError({
    code: "data-directory-foreign",
    message: `cannot make a data directory in ${path}: it is not empty`,
    hint: `look at it with \`ls -la ${path}\`; move it away if you do not need it, or give another lab folder with --lab DIR`,
    where: path,
  });
}
