/**
 * Do the native driver and sysbench ask a server for the same work? For every step that both have, on MySQL 5.6.24 and
 * PostgreSQL 18: statements, rows, bytes and errors of one operation by the server's own counters, which must agree within
 * 0.5 % or differ by what a listed cause explains; then, stated beside each other, server CPU and throughput.
 */
import type { CheckResult } from "./check-result.ts";
import { runParity } from "./parity/run-parity.ts";
import { OPERATIONS } from "./parity/subjects.ts";

export function check(): Promise<CheckResult> {
  return runParity(
    {
      count: { clients: 8, ...OPERATIONS },
      // An even number of rounds: each driver is first in half of them. About half an hour in all.
      cost: { clients: [1, 8], rounds: 8, settle: 1, measure: 2 },
    },
    (line) => console.error(line),
  );
}
