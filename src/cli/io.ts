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

/** The process's own streams. A second Ctrl-C ends the process at once, with what was saved until then. */
export function processIo(): Io {
  const interrupt = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      if (interrupt.signal.aborted) process.exit(130);
      interrupt.abort();
    });
  }
  // A reader that went away (`| head`) is no fault of ours.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 3));
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    outIsTerminal: process.stdout.isTTY === true,
    errIsTerminal: process.stderr.isTTY === true,
    width: process.stdout.columns ?? 80,
    env: process.env,
    cwd: process.cwd(),
    signal: interrupt.signal,
  };
}
