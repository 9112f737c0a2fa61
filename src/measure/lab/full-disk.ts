/** Whether a failure has a full disk as its cause: servers say so in a hundred ways, or only break their connections. */
import { join } from "node:path";
import { LabError } from "../../model/errors.ts";
import type { Bytes } from "../../model/units.ts";
import type { Os } from "../../os/os.ts";

/** A server that stopped for lack of space has often let go of some. */
const ROOM: Bytes = 8 * 2 ** 20;

/**
 * `error`, or a `disk-full` in its place where `folder`, which must be there, has no room for 8 MiB. Never throws: what failed
 * first is what must be told.
 */
export async function blamingFullDisk(error: unknown, folder: string, os: Os): Promise<unknown> {
  if (error instanceof LabError && error.code === "interrupted") return error;
  const trial = join(folder, "room-for-more");
  try {
    await os.files.write(trial, "x".repeat(ROOM));
    return error;
  } catch (fault) {
    if (!(fault instanceof LabError) || fault.code !== "disk-full") return error;
    const message = `no space left in ${folder}: ${error instanceof Error ? error.message : String(error)}`;
    const hint = `free space there (\`df -h ${folder}\`), or put the lab elsewhere with --lab DIR`;
    return new LabError({ code: "disk-full", message, hint, where: folder, cause: error });
  } finally {
    await os.files.remove(trial).catch(() => undefined);
  }
}
