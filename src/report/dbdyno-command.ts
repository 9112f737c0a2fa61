import { shellLine } from "./shell-quote.ts";

/** The run that a command is about, and where it is stored. */
export interface RunPlace {
  readonly id: string;
  /** Folder of the lab as the user gave it; null: the default, which needs no word. */
  readonly lab: string | null;
}

/** `dbdyno WORD... [--lab DIR]`, quoted for a POSIX shell. A `--lab` among `words` stays the only one. */
export function dbdynoLine(words: readonly string[], lab: string | null): string {
  const { own, behind } = splitAtDashes(words);
  const named = own.some((word) => word === "--lab" || word.startsWith("--lab="));
  return shellLine(["dbdyno", ...own, ...(lab === null || named ? [] : ["--lab", lab]), ...behind]);
}

/** What stands behind `--` is passed through to another program: words of ours go before it. */
export function splitAtDashes(words: readonly string[]): {
  readonly own: readonly string[];
  readonly behind: readonly string[];
} {
  const at = words.indexOf("--");
  return at < 0 ? { own: words, behind: [] } : { own: words.slice(0, at), behind: words.slice(at) };
}

/** `dbdyno run --resume RUN`, with `--rounds` where a number of them is asked for. */
export function resumeCommand({ id, lab }: RunPlace, rounds: number | null): string {
  return dbdynoLine(["run", "--resume", id, ...(rounds === null ? [] : ["--rounds", String(rounds)])], lab);
}
