/**
 * Fills a folder of the cache. All work happens in a temporary folder beside the final one, and one rename ends it: a
 * kill, a full disk or two dbdynos at once leave the folder either whole or not there.
 */
import { basename, dirname, join } from "node:path";
import type { Os } from "../../os/os.ts";
import { runStep } from "./step.ts";

/** Temporary folders older than this were left by a dbdyno that was killed. */
const LEFTOVER_MINUTES = 120;

export interface Filling {
  /** For messages: `mysql@5.6.24`. */
  readonly name: string;
  readonly folder: string;
  /** Whether the folder is there and whole. */
  readonly isWhole: () => Promise<boolean>;
  /** Makes the content below `temporary`, which is empty. Gives the folder in it that becomes the cache's. */
  readonly fill: (temporary: string) => Promise<string>;
}

/** Throws what `fill` throws, and `disk-full` or `permission-denied` for the cache. */
export async function fillCacheFolder(os: Os, filling: Filling): Promise<void> {
  const temporary = await makeTemporary(os, filling);
  try {
    await putInPlace(os, await filling.fill(temporary), filling);
  } finally {
    await os.files.remove(temporary);
  }
}

async function makeTemporary(os: Os, { name, folder }: Filling): Promise<string> {
  const above = dirname(folder);
  const purpose = `make room for ${name} in the cache`;
  await runStep(os, { purpose, argv: ["mkdir", "-p", above], where: above });
  // Another user's leftovers cannot be removed, and need not be: the exit code says nothing of use.
  const old = ["-name", ".fetch-*", "-mmin", `+${LEFTOVER_MINUTES}`, "-exec", "rm", "-rf", "{}", "+"];
  await os.processes.run(["find", above, "-maxdepth", "1", ...old]);
  const pattern = join(above, `.fetch-${basename(folder)}-XXXXXX`);
  return (await runStep(os, { purpose, argv: ["mktemp", "-d", pattern], where: above })).trim();
}

/** Whoever comes second finds the same content in place and drops its own. */
async function putInPlace(os: Os, made: string, { name, folder, isWhole }: Filling): Promise<void> {
  const rename = ["mv", "-T", made, folder];
  if ((await os.processes.run(rename)).exitCode === 0) return;
  if (await isWhole()) return;
  // A folder that is not whole is what an interrupted removal leaves.
  await os.files.remove(folder);
  await runStep(os, { purpose: `put ${name} into the cache`, argv: rename, where: folder });
}
