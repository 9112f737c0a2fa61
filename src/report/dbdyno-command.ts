import { shellLine } from "./shell-quote.ts";

/** The run that a command is about, and where it is stored. */
export interface RunPlace {
  readonly id: string;
  /** Folder of the lab as the user gave it; null: the default, which needs no word. */
  readonly lab: string | null;
}

/** `dbdyno WORD... [--lab DIR]`, quoted for a POSIX shell. A `--lab` among `words` stays the only one. */
export function dbdynoLine(words: readonly string[], lab: string | null): string {
  const named = words.some((word) => word === "--lab" || word.startsWith("--lab="));
  return shellLine(["dbdyno", ...words, ...(lab === null || named ? [] : ["--lab", lab])]);
}

/** `dbdyno run --resume RUN`, with `--rounds` where a number of them is asked for. */
export function resumeCommand({ id, lab }: RunPlace, rounds: number | null): string {
  return dbdynoLine(["run", "--resume", id, ...(rounds === null ? [] : ["--rounds", String(rounds)])], lab);
}
