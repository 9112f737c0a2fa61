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

/** Bytes. */
const INTEGER_32 = 4;
const INTEGER_64 = 8;
const PARAMETER_TYPE = 2;

/** RowDescription of a column named `c`; the longest is that of `sum`. NoData where no rows come. */
const ROW_DESCRIPTION = { shortest: 27, longest: 29 };
const NO_DATA = 5;
/** BindComplete before the reply to a prepared COMMIT. */
const BIND_COMPLETE = 5;
/** Describe, a name of 20 and more characters, less the formats of parameters that sysbench leaves out. */
const LIBPQ_EXECUTION = { least: 10, most: 45 };
/** A prepared BEGIN or COMMIT in place of its text. */
const PREPARED_CONTROL = 25;

/** Share of the rows that are gone when both drivers have deleted: at most so many of sysbench's draws miss. */
const TAKEN_SHARE = (2 * (OPERATIONS.short + OPERATIONS.long)) / ROWS;

export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    family: "mysql",
    steps: ["point-query", "read-only", "read-write", "update-index", "update-nonindex", "delete"],
    counter: /^Bytes_received$/,
    between: (step) => {
      const { integers, texts } = parametersOf(step);
      const bytes = integers * (INTEGER_32 + PARAMETER_TYPE - INTEGER_64) + texts * PARAMETER_TYPE;
      return [bytes, bytes];
    },
    cause:
      "sysbench sends whole numbers in 8 bytes and the types of parameters once; the native driver sends them in 4 bytes and the types, 2 bytes each, every time",
  },
  {
    family: "postgres",
    steps: ["point-query", "read-only", "read-write", "update-index", "update-nonindex", "delete"],
    counter: /^bytes_received$/,
    between: (step) => {
      const { reads, writes } = statementsOf(step);
      const control = step.transaction ? 2 * PREPARED_CONTROL : 0;
      const executions = reads + writes;
      return [-LIBPQ_EXECUTION.most * executions, -LIBPQ_EXECUTION.least * executions + control];
    },
    cause:
      "libpq, in sysbench, asks for a description of the result at each execution, and sysbench names its statements with over 20 characters and sends whole numbers as text; the native driver sends Bind, Execute and Sync with short names and numbers in 4 bytes",
  },
  {
    family: "postgres",
    steps: ["point-query", "read-only", "read-write", "update-index", "update-nonindex", "delete"],
    counter: /^bytes_sent$/,
    between: (step) => {
      const { reads, writes } = statementsOf(step);
      const control = step.transaction ? 2 * BIND_COMPLETE : 0;
      return [
        -ROW_DESCRIPTION.longest * reads - NO_DATA * writes,
        -ROW_DESCRIPTION.shortest * reads - NO_DATA * writes + control,
      ];
    },
    cause: "the description of the result that libpq asks for at each execution",
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

interface Parameters {
  readonly integers: number;
  readonly texts: number;
}

function parametersOf({ groups }: Step): Parameters {
  const all = groups.flatMap(({ statement, times }) =>
    Array.from({ length: times }, () => statement.parameters).flat(),
  );
  const texts = all.filter(({ kind }) => kind === "digits").length;
  return { integers: all.length - texts, texts };
}

function statementsOf({ groups }: Step): { readonly reads: number; readonly writes: number } {
  const count = (effect: string): number =>
    groups.filter(({ statement }) => statement.effect === effect).reduce((sum, { times }) => sum + times, 0);
  return { reads: count("read"), writes: count("write") };
}
