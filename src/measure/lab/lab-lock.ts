/** Two dbdynos that measure at once measure each other, and two on one lab write the same folders. */
import { join } from "node:path";
import { LabError } from "../../model/errors.ts";
import { holdName } from "../../os/exclusive.ts";
import type { Os } from "../../os/os.ts";

/** Whoever measures on this machine holds it, whatever the lab and user. */
const MEASURING = "measuring";

export interface LockRequest {
  readonly os: Os;
  /** Absolute, and there. */
  readonly lab: string;
  /** For whoever is refused: `dbdyno run of 2026-12-01-demo`. */
  readonly what: string;
  /** Default: what every run holds. Tests have names of their own. */
  readonly name?: string;
}

/**
 * Runs `body` as the only one that measures on this machine and in this lab. Throws `machine-busy` and `lab-in-use`, each with
 * who holds it. After a kill nothing has to be tidied: the machine's lock ends with its holder, and the lab's note of this
 * machine is worth nothing without it.
 */
export async function exclusively<T>(request: LockRequest, body: () => Promise<T>): Promise<T> {
  const { os, lab, what, name = MEASURING } = request;
  const about = `${what}, process ${process.pid}, lab ${lab}, since ${os.clock.wall().toISOString()}`;
  const held = await holdName(name, about);
  if (held.kind === "taken") throw machineBusy(held.by);
  const note = join(lab, "dbdyno.lock");
  try {
    const machine = (await os.files.read("/proc/sys/kernel/hostname")).trim();
    await refuseOtherMachine(os, note, machine);
    await os.files.write(note, `${JSON.stringify({ machine, about })}\n`);
    try {
      return await body();
    } finally {
      await os.files.remove(note).catch(() => undefined);
    }
  } finally {
    await held.release();
  }
}

/** A lab on a network file system may be another machine's too, whose processes cannot be seen from here. */
async function refuseOtherMachine(os: Os, note: string, self: string): Promise<void> {
  const text = await os.files.readIfThere(note);
  const { machine, about } = readNote(text ?? "");
  if (text === null || machine === self) return;
  throw new LabError({
    code: "lab-in-use",
    message: `the lab is in use on another machine, ${machine ?? "which its note does not name"}: ${about ?? text.trim()}`,
    hint: `wait for its end; if that run was killed, remove the note: rm ${note}`,
    where: note,
  });
}

/** A note that was cut off, on a full disk, names nobody. */
function readNote(text: string): { readonly machine?: string; readonly about?: string } {
  try {
    const note: unknown = JSON.parse(text);
    return typeof note === "object" && note !== null ? note : {};
  } catch {
    return {};
  }
}

function machineBusy(by: string | null): LabError {
  return new LabError({
    code: "machine-busy",
    message: `another run measures on this machine: ${by ?? "it does not say who it is"}`,
    hint: "wait for its end or stop it with Ctrl-C: two at once would measure each other",
  });
}
