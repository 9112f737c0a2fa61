/** What every command does first: end what a dbdyno left behind that was killed, and mark what this one will start. */
import { endOrphans, type Orphan, removeOrphanFolders } from "../os/orphans.ts";
import { formatOwner, OWNER_VARIABLE, ownerOfThis } from "../os/owner.ts";

/** For people; null where nothing was left. Costs a look at each process. Never throws: a closed /proc keeps no command from its work. */
export async function tidyUp(): Promise<string | null> {
  if (process.platform !== "linux") return null;
  try {
    return await endAndMark();
  } catch (fault) {
    return `cannot look for what a killed run may have left: ${fault instanceof Error ? fault.message : String(fault)}`;
  }
}

async function endAndMark(): Promise<string | null> {
  const self = ownerOfThis();
  const orphans = await endOrphans(self);
  removeOrphanFolders(self);
  process.env[OWNER_VARIABLE] = formatOwner(self);
  return orphans.length === 0 ? null : sentence(orphans);
}

function sentence(orphans: readonly Orphan[]): string {
  const names = orphans.map(({ pid, command }) => `${command} (${pid})`).join(", ");
  return `a run that was killed had left processes, which are ended now: ${names}`;
}
