/** Where the two drivers are known to ask for other work, how much other, and why. Everything else must agree. */
import type { Family } from "../../../src/model/build.ts";
import type { Step } from "../../../src/model/workload.ts";
import { OPERATIONS, ROWS } from "./subjects.ts";

export interface KnownDifference {
  readonly family: Family;
  /** Null: any. */
  readonly steps: readonly string[] | null;
  readonly counter: RegExp;
  /** Native less sysbench, per operation, at least and at most. */
  readonly between: (step: Step) => readonly [low: number, high: number];
  readonly cause: string;
}

/** A name of 20 and more characters and whole numbers as text, less the formats of parameters that sysbench leaves out. */
const LIBPQ_EXECUTION = { least: 10, most: 45 };

/** Share of the rows that are gone when both drivers have deleted: at most so many of sysbench's draws miss. */
const TAKEN_SHARE = (2 * (OPERATIONS.short + OPERATIONS.long)) / ROWS;

export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    family: "postgres",
    steps: ["point-query", "read-only", "read-write", "update-index", "update-nonindex", "delete"],
    counter: /^bytes_received$/,
    between: (step) => {
      const executions = executionsOf(step);
      return [-LIBPQ_EXECUTION.most * executions, -LIBPQ_EXECUTION.least * executions];
    },
    cause:
      "sysbench names its statements with over 20 characters and sends whole numbers as text; the native driver has short names and numbers in 4 bytes",
  },
  ...(["mysql", "postgres"] as const).map((family) => ({
    family,
    steps: ["delete"],
    counter: /^(Handler_delete|Innodb_rows_(deleted|read)|tup_(deleted|fetched)|rows of DELETE .*)$/,
    between: () => [0, TAKEN_SHARE] as const,
    cause:
      "sysbench draws the keys of its deletes at random and misses rows that are gone; the native driver takes each key once",
  })),
];

function executionsOf({ groups }: Step): number {
  return groups.reduce((sum, { times }) => sum + times, 0);
}
