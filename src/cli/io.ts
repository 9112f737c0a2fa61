import { EXIT } from "../model/exit-codes.ts";
import type { Os } from "../os/os.ts";

/** What a command may touch of the outside: `main(args, io)` is a function, so that tests call it in their own process. */
export interface Io {
  readonly out: (text: string) => void;
  /** Errors, progress and hints: never mixed into data. */
  readonly err: (text: string) => void;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
  /** Columns of the terminal; 80 where it does not tell. */
  readonly width: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Fires at the first Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Piped text is wrapped for files and mails, not for a terminal that is not there. */
const WIDTH_OF_PIPES = 100;

/**
 * The process's own streams. The first Ctrl-C (or the end of the terminal) fires `signal`; the second ends the process
 * at once, with every server and client that it started.
 */
export function processIo(os: Os): Io {
  process.stdout.on("error", endOfOutput);
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    outIsTerminal: process.stdout.isTTY === true,
    errIsTerminal: process.stderr.isTTY === true,
    // A terminal that does not know its size says 0.
    width: process.stdout.columns || WIDTH_OF_PIPES,
    env: process.env,
    cwd: process.cwd(),
    signal: interruptSignal(os),
  };
}

/** A reader that went away (`| head`) is no fault of ours; anything else is lost output, which must be said. */
function endOfOutput(error: NodeJS.ErrnoException): never {
  if (error.code === "EPIPE") process.exit(EXIT.ok);
  process.stderr.write(
    `dbdyno: cannot write standard output: ${error.message}\n  hint: the run is saved; dbdyno report shows it again\n`,
  );
  process.exit(EXIT.environment);
}

function interruptSignal(os: Os): AbortSignal {
  const interrupt = new AbortController();
  const onSignal = (): void => {
    if (interrupt.signal.aborted) {
      os.processes.killAll();
      process.exit(EXIT.interrupted);
    }
    process.stderr.write("\nstopping the servers; once more to stop at once\n");
    interrupt.abort();
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, onSignal);
  return interrupt.signal;
}
