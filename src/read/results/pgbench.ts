/**
 * What pgbench prints with `-P 1` and logs with `-l`. Pure.
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
  /^progress: ([\d.]+) s, ([\d.]+) tps, lat ([\d.]+|NaN|-nan|nan) ms stddev \S+?(?:, (\d+) failed\b.*)?$/;

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

/** Latencies in microseconds of a per-transaction log: `client transaction latency script epoch microseconds`. */
export function parsePgbenchLog(text: string): readonly number[] {
  return text.split("\n").flatMap((line) => {
    const latency = Number(line.split(" ")[2] ?? Number.NaN);
    // `failed` and `skipped` stand in the latency's place.
    return Number.isFinite(latency) ? [latency] : [];
  });
}
