/**
 * What pgbench prints with `-P 1`, logs with `-l` and says at its end, `-r` included. Pure.
 * Forms: https://www.postgresql.org/docs/current/pgbench.html (per-transaction logging; progress lines since 9.4,
 * failures in them since 15).
 */

export interface PgbenchProgress {
  /** Seconds since the load began, at the end of the interval. */
  readonly second: number;
  /** A second. */
  readonly transactions: number;
  readonly meanMilliseconds: number;
  /** In the interval; 0 from a pgbench that does not tell. */
  readonly failed: number;
}

const PROGRESS =
  /^progress: ([\d.]+) s, ([\d.]+) tps, lat ([\d.]+|NaN|-nan|nan) ms stddev [^\s,]+(?:, (\d+) failed\b)?(?:, .*)?$/;

/** One for each progress line, ascending. */
export function parsePgbenchProgress(text: string): readonly PgbenchProgress[] {
  return text.split("\n").flatMap((line) => {
    const match = PROGRESS.exec(line.trimEnd());
    if (match === null) return [];
    const [, second, transactions, mean, failed = "0"] = match;
    return [
      {
        second: Number(second),
        transactions: Number(transactions),
        // `nan` of an interval in which nothing ended.
        meanMilliseconds: Number.isNaN(Number(mean)) ? 0 : Number(mean),
        failed: Number(failed),
      },
    ];
  });
}

/** One command of a script as `-r` lists it, meta commands too. */
export interface PgbenchCommand {
  readonly text: string;
  readonly meanMilliseconds: number;
  /** Of all its executions; 0 from a pgbench that does not tell. */
  readonly failures: number;
}

const COMMANDS_HEAD = /^\s*(?:- )?statement latencies in milliseconds/;
/** Failures since 15; with `--max-tries` retries stand behind them. */
const COMMAND = /^\s+([\d.]+)\s+(?:(\d+)\s+(?:\d+\s+)?)?(\S.*)$/;

/** The commands in the order of the script; empty without `-r`. */
export function parsePgbenchCommands(text: string): readonly PgbenchCommand[] {
  const lines = text.split("\n");
  const head = lines.findIndex((line) => COMMANDS_HEAD.test(line));
  return lines.slice(head < 0 ? lines.length : head + 1).flatMap((line) => {
    const match = COMMAND.exec(line);
    if (match === null) return [];
    const [, mean, failures = "0", command = ""] = match;
    return [{ text: command, meanMilliseconds: Number(mean), failures: Number(failures) }];
  });
}

/** Latencies in microseconds of a per-transaction log: `client transaction latency script epoch microseconds`. */
export function parsePgbenchLog(text: string): readonly number[] {
  return text.split("\n").flatMap((line) => {
    const latency = Number(line.split(" ")[2] ?? Number.NaN);
    // `failed` and `skipped` stand in the latency's place.
    return Number.isFinite(latency) ? [latency] : [];
  });
}
