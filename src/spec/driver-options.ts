/**
 * Words for a load generator's own command line, and which of them dbdyno keeps to itself: each with the reason and what to
 * write in its place. Everything else is passed through as it is, for the program to judge.
 */
import type { DriverName } from "../model/spec.ts";
import { pgbenchNames } from "./pgbench-options.ts";

/** What the options are for: our own statements (`oltp`), or a script whose tables and protocol are its own affair. */
export type OptionsOf = "statements" | "script";

export interface OptionProblem {
  /** Place among the words. */
  readonly index: number;
  readonly message: string;
  readonly hint: string;
}

interface Reserved {
  readonly why: string;
  readonly instead: string;
  /** Reserved only where dbdyno makes the tables and statements. */
  readonly only?: "statements";
}

const CLIENTS: Reserved = { why: "the plan sets it", instead: "say clients: in the spec" };
const LENGTH: Reserved = { why: "the plan sets it", instead: "say method.measure and method.settle in the spec" };
const SERVER: Reserved = { why: "dbdyno starts the server and connects to it", instead: "leave it out" };
const REPORTING: Reserved = { why: "what is printed is read, second by second", instead: "leave it out" };
const SEED: Reserved = { why: "every variant gets the same keys from it", instead: "give --seed to dbdyno" };
const TABLES: Reserved = {
  why: "the workload sets it",
  instead: "say tables: or rows: in the workload",
  only: "statements",
};
const KEYS: Reserved = { why: "the workload sets it", instead: "say keys: in the workload", only: "statements" };
const PROTOCOL: Reserved = {
  why: "the workload sets it",
  instead: "say prepared: in the workload",
  only: "statements",
};
const NO_LOAD: Reserved = { why: "it ends the program before any load", instead: "leave it out" };
const SCRIPT: Reserved = { why: "the workload names its script", instead: "say script: in a workload of its own" };
const SETUP: Reserved = { why: "data is made once, before", instead: "say prepare: or scale: in the workload" };
const HIDDEN: Reserved = { why: "it may set anything, unseen by the plan", instead: "list the options themselves" };

const RESERVED: Readonly<Record<Exclude<DriverName, "native">, Readonly<Record<string, Reserved>>>> = {
  sysbench: {
    ...all(["threads", "num-threads"], CLIENTS),
    ...all(["time", "max-time", "events", "max-requests", "warmup-time", "forced-shutdown"], LENGTH),
    ...all(["db-driver", "mysql-host", "mysql-port", "mysql-socket", "mysql-user", "mysql-password"], SERVER),
    ...all(["mysql-db", "mysql-dry-run"], SERVER),
    ...all(["pgsql-host", "pgsql-port", "pgsql-user", "pgsql-password", "pgsql-db"], SERVER),
    ...all(["report-interval", "report-checkpoints", "histogram", "verbosity"], REPORTING),
    ...all(["rand-seed"], SEED),
    ...all(["tables", "table-size"], TABLES),
    ...all(["rand-type"], KEYS),
    ...all(["db-ps-mode"], PROTOCOL),
    ...all(["help", "version"], NO_LOAD),
    ...all(["config-file"], HIDDEN),
  },
  pgbench: {
    ...all(["client", "jobs"], CLIENTS),
    ...all(["time", "transactions"], LENGTH),
    ...all(["host", "port", "username", "dbname"], SERVER),
    ...all(["progress", "progress-timestamp", "log", "log-prefix", "sampling-rate", "aggregate-interval"], REPORTING),
    ...all(["random-seed"], SEED),
    ...all(["protocol"], PROTOCOL),
    ...all(["help", "version", "show-script"], NO_LOAD),
    ...all(["file", "builtin", "skip-some-updates", "select-only"], SCRIPT),
    ...all(["initialize", "init-steps", "scale", "fillfactor", "quiet", "foreign-keys", "partitions"], SETUP),
    ...all(["partition-method", "tablespace", "index-tablespace", "unlogged-tables"], SETUP),
    ...all(["no-vacuum", "vacuum-all"], SETUP),
  },
};

function all(names: readonly string[], reserved: Reserved): Readonly<Record<string, Reserved>> {
  return Object.fromEntries(names.map((name) => [name, reserved]));
}

/** What is wrong with `words` as options of `driver`, in their order. */
export function optionProblems(driver: DriverName, words: readonly string[], use: OptionsOf): readonly OptionProblem[] {
  if (driver === "native") return words.length === 0 ? [] : [nativeProblem()];
  const named = driver === "sysbench" ? words.flatMap(sysbenchName) : pgbenchNames(words);
  return named.flatMap(({ index, name }) => {
    const word = words[index] ?? "";
    if (name === null) return [noOption(index, word, driver)];
    const found = Object.entries(RESERVED[driver]).find(([known]) => isMeant(driver, name, known));
    if (found === undefined || (found[1].only !== undefined && found[1].only !== use)) return [];
    const [, { why, instead }] = found;
    return [{ index, message: `${driver} may not be given ${word}: ${why}`, hint: instead }];
  });
}

/** pgbench's parser takes the beginning of a name for the name; sysbench's does not. */
function isMeant(driver: DriverName, name: string, known: string): boolean {
  return driver === "pgbench" ? known.startsWith(name) : known === name;
}

/** `range-size` of `--range_size=50`: sysbench takes `_` for `-`, and values behind `=` alone. */
function sysbenchName(word: string, index: number): readonly { index: number; name: string | null }[] {
  const match = /^--([^=]+)/.exec(word);
  return [{ index, name: match?.[1]?.replaceAll("_", "-") ?? null }];
}

function noOption(index: number, word: string, driver: DriverName): OptionProblem {
  const example = driver === "sysbench" ? "--range-size=50" : "-r or --rate=100";
  return { index, message: `"${word}" is no option of ${driver}`, hint: `write each option like ${example}` };
}

function nativeProblem(): OptionProblem {
  return {
    index: 0,
    message: "the native driver takes no options",
    hint: "leave them out, or choose a driver that has some: driver: sysbench, or --driver sysbench",
  };
}
