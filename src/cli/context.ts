import { resolve } from "node:path";
import { LabError } from "../model/errors.ts";
import type { Os } from "../os/os.ts";
import { type CommandInput, flagOption, textOption } from "./command-input.ts";
import type { Io } from "./io.ts";

/** What every command has at hand: the machine and the global options. */
export interface Context {
  readonly io: Io;
  readonly os: Os;
  /** Absolute. `--lab`, else DBDYNO_LAB, else `./lab`. */
  readonly labDirectory: string;
  /** `--lab` as it was given, for commands that are printed; null: the same command finds the lab without it. */
  readonly lab: string | null;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly color: boolean;
}

export function createContext(input: CommandInput, io: Io, os: Os): Context {
  const lab = textOption(input, "lab");
  if (lab === "") throw emptyLab();
  return {
    io,
    os,
    // An empty variable is as good as none; an empty option is a script's mistake.
    labDirectory: resolve(io.cwd, lab ?? (io.env.DBDYNO_LAB || "lab")),
    lab,
    json: flagOption(input, "json"),
    quiet: flagOption(input, "quiet"),
    verbose: flagOption(input, "verbose"),
    // NO_COLOR with any value that is not empty: https://no-color.org
    color: input.options.color !== false && io.outIsTerminal && !io.env.NO_COLOR,
  };
}

function emptyLab(): LabError {
  return new LabError({
    code: "usage",
    message: "--lab is empty",
    hint: "give a folder: --lab DIR; a variable in a script may not be set",
  });
}

/** A line for people who watch: on stderr where that is a terminal or with `--verbose`, never with `--quiet`. */
export function note(text: string, { io, quiet, verbose }: Context): void {
  if (!quiet && (io.errIsTerminal || verbose)) io.err(`${text}\n`);
}
