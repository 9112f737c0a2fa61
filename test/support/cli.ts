/** The command line in the test's own process: what it prints, and its exit code. */

import type { Io } from "../../src/cli/io.ts";
import { main } from "../../src/cli/main.ts";

export interface CliResult {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

export interface CliOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly terminal?: boolean;
  readonly signal?: AbortSignal;
  /** Called with each piece of stderr. */
  readonly onErr?: (text: string) => void;
}

/** `dbdyno ...args` in `cwd`, with pipes on both ends unless `terminal`. */
export async function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  let out = "";
  let err = "";
  const io: Io = {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
      options.onErr?.(text);
    },
    outIsTerminal: options.terminal ?? false,
    errIsTerminal: options.terminal ?? false,
    width: 100,
    env: options.env ?? process.env,
    cwd: options.cwd,
    signal: options.signal ?? new AbortController().signal,
  };
  const exitCode = await main(args, io);
  return { exitCode, out, err };
}
