/** What we started and has not ended: the list by which a second Ctrl-C ends everything at once. */
import { writeFileSync } from "node:fs";
import { type FamilyHead, type FamilyMembers, livingMembers } from "./family.ts";
import type { Freezer } from "./os.ts";

export interface StartedFamilies {
  /** Puts a process that was just started on the list. Gives what takes it off again, once nothing of it is left. */
  add(head: FamilyHead): () => void;
  /** See `Processes.noteFreezer`. */
  noteFreezer(pid: number, freezer: Freezer): void;
  /** See `Processes.killAll`. */
  killAll(): void;
}

interface Entry {
  readonly head: FamilyHead;
  freezer: Freezer | null;
}

export function createStartedFamilies(): StartedFamilies {
  const entries = new Map<number, Entry>();
  return {
    add(head) {
      const entry: Entry = { head, freezer: null };
      entries.set(head.pid, entry);
      return () => {
        // By now the pid may be that of another process that we started.
        if (entries.get(head.pid) === entry) entries.delete(head.pid);
      };
    },
    noteFreezer(pid, freezer) {
      const entry = entries.get(pid);
      if (entry !== undefined) entry.freezer = freezer;
    },
    killAll() {
      for (const entry of entries.values()) killFamily(entry);
    },
  };
}

/**
 * SIGKILL to the family, which is let run where it is frozen. Looks until it finds nobody new: a process that has its SIGKILL
 * forks no more, so a look or two are enough. Never throws.
 */
export function killFamily({ head, freezer }: Readonly<Entry>): void {
  const known: FamilyMembers = new Map();
  const killed = new Set<number>();
  for (;;) {
    const fresh = membersOrHead(head, known).filter((pid) => !killed.has(pid));
    if (fresh.length === 0) return;
    for (const pid of fresh) {
      killed.add(pid);
      attempt(() => process.kill(pid, "SIGKILL"));
    }
    // After the signal, so that nothing of a frozen family runs again before it ends. SIGSTOP does not hold SIGKILL up.
    if (freezer !== null) attempt(() => writeFileSync(freezer.file, freezer.thaw));
  }
}

function membersOrHead(head: FamilyHead, known: FamilyMembers): readonly number[] {
  try {
    return livingMembers(head, known);
  } catch {
    // No process table, as when we have no file descriptor left: then at least the head's group.
    return [-head.pid];
  }
}

/** Somebody who ended in between, or may not be signalled: the others must get their signal, and nobody is left to tell. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    return;
  }
}
