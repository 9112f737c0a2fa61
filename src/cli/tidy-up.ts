/** What every command does first: end what a dbdyno left behind that was killed, and mark what this one will start. */
import { endOrphans, type Orphan, removeOrphanFolders } from "../os/orphans.ts";
import { formatOwner, OWNER_VARIABLE, ownerOfThis } from "../os/owner.ts";

/** For people; null where nothing was left. Costs a look at each process: 10 us a piece. */
export async function tidyUp(): Promise<string | null> {
  if (process.platform !== "linux") return null;
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
