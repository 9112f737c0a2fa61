/** Where the two drivers are known to ask for other work, how much other, and why. Everything else must agree. */
import type { Family } from "../../../src/model/build.ts";
import type { Step } from "../../../src/model/workload.ts";

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
    between: () => [-0.1, 0.1] as const,
    cause:
      "sysbench draws the keys of its deletes at random, again and again, and the native driver takes each key once; both miss rows that the other took",
  })),
];

function executionsOf({ groups }: Step): number {
  return groups.reduce((sum, { times }) => sum + times, 0);
}
