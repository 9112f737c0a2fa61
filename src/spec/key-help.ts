/**
 * One line and one example for every key of a spec: the editor's description, the hint of a missing or wrong value,
 * and what docs/spec.md is checked against. `*` stands for a name the user chooses. Settings in examples are ones that both
 * families have.
 */
export const KEY_HELP = {
  experiment: {
    summary: "What the run is about: its name in reports and folders",
    example: "experiment: what X costs",
  },
  variants: {
    summary: "What is compared: two or more names, each with its build and settings",
    example: "variants: { A: { build: mysql@5.6.24 }, B: { build: ~/opt/mysql/8.0.37 } }",
  },
  "variants.*": { summary: "One variant", example: "A: { build: mysql@5.6.24 }" },
  "variants.*.build": {
    summary: "FAMILY@VERSION of the catalogue, or the folder of an installed server",
    example: "build: mysql@5.6.24",
  },
  "variants.*.build.basedir": { summary: "Folder of an installed server", example: "basedir: ~/opt/mysql/8.0.37" },
  "variants.*.config": {
    summary: "Server settings by the server's own names; true and false are sent as ON and OFF",
    example: "config: { max_connections: 200 }",
  },
  "variants.*.driver": {
    summary: "Load generator of this variant, where it is not the method's",
    example: "driver: sysbench",
  },
  "variants.*.driver-options": {
    summary: "Words for the command line of this variant's sysbench or pgbench, where they are not the method's",
    example: "driver-options: [--range-size=50]",
  },
  "variants.*.config.*": { summary: "Value of one setting", example: "max_connections: 200" },
  baseline: { summary: "The variant that the others are compared with", example: "baseline: A" },
  factor: {
    summary: "What is declared to differ: names of settings, or version, build, driver, as-shipped",
    example: "factor: [max_connections]",
  },
  "factor[]": { summary: "Name of a setting, or version, build, driver, as-shipped", example: "factor: [version]" },
  matrix: {
    summary: "Instead of variants: one variant for each combination of the levels",
    example: 'matrix: { build: [postgres@16, postgres@17], config: { jit: ["off", "on"] } }',
  },
  "matrix.build": { summary: "Builds to combine", example: "build: [postgres@16, postgres@17]" },
  "matrix.config": { summary: "Levels by setting", example: "config: { max_connections: [100, 200] }" },
  "matrix.config.*": { summary: "Levels of one setting", example: "max_connections: [100, 200]" },
  workloads: {
    summary: "What is done to each variant, in one or more entries",
    example: "workloads: [{ oltp: { steps: [point-query], rows: 200k } }]",
  },
  "workloads[]": { summary: "A workload's name, with options or without", example: "- oltp: { steps: [point-query] }" },
  "workloads[].*": { summary: "Options of the workload", example: "oltp: { steps: [point-query], rows: 200k }" },
  "workloads[].*.steps": {
    summary: "What is measured, one cell for each client count",
    example: "steps: [point-query]",
  },
  "workloads[].*.tables": { summary: "Number of tables", example: "tables: 1" },
  "workloads[].*.rows": { summary: "Rows in each table; k is 1000, M is 1000 000", example: "rows: 200k" },
  "workloads[].*.storage-engine": { summary: "Storage engine; MySQL only", example: "storage-engine: innodb" },
  "workloads[].*.prepared": {
    summary: "true: prepared statements; false: text protocol, each statement sent whole",
    example: "prepared: false",
  },
  "workloads[].*.keys": { summary: "How keys are drawn, as sysbench's --rand-type", example: "keys: uniform" },
  "workloads[].*.rates": {
    summary: "Open loop: each step at these rates too, in operations a second or as a share of the closed loop",
    example: "rates: [1000, 50%]",
  },
  "workloads[].*.spacing": {
    summary: "When operations of an open loop begin: poisson, as of many users, or even",
    example: "spacing: even",
  },
  "workloads[].sysbench": {
    summary: "A script of sysbench instead of our own steps",
    example: "- sysbench: { script: ./my.lua }",
  },
  "workloads[].pgbench": {
    summary: "A script of pgbench instead of our own steps; PostgreSQL",
    example: "- pgbench: { script: ./my.sql }",
  },
  "workloads[].sysbench.script": {
    summary: "File of your own, relative to the spec, or a script that sysbench brings",
    example: "script: ./my.lua",
  },
  "workloads[].sysbench.prepare": {
    summary: "Script that makes the data, once; false: nothing does",
    example: "prepare: false",
  },
  "workloads[].sysbench.options": {
    summary: "Words for the command line, as sysbench takes them",
    example: "options: [--tables=4, --table-size=20000]",
  },
  "workloads[].sysbench.effect": {
    summary: "read: mirrored order on servers that stay up; write: each measurement on data of its own",
    example: "effect: read",
  },
  "workloads[].pgbench.script": {
    summary: "File of your own, relative to the spec, or a script that pgbench brings",
    example: "script: ./my.sql",
  },
  "workloads[].pgbench.prepare": {
    summary: "Script that makes the data, once; false: nothing does",
    example: "prepare: false",
  },
  "workloads[].pgbench.options": {
    summary: "Words for the command line, as pgbench takes them",
    example: "options: [-M, prepared, -r]",
  },
  "workloads[].pgbench.effect": {
    summary: "read: mirrored order on servers that stay up; write: each measurement on data of its own",
    example: "effect: read",
  },
  "workloads[].pgbench.scale": { summary: "Scale factor of the tables of pgbench", example: "scale: 10" },
  clients: { summary: "Numbers of concurrent clients, one cell each", example: "clients: [1, 8, 64]" },
  cpus: { summary: "CPUs of the server and of the load clients", example: "cpus: { server: 0, client: 1 }" },
  "cpus.server": { summary: "CPU numbers as taskset takes them", example: "server: 0-3" },
  "cpus.client": { summary: "CPU numbers as taskset takes them", example: "client: [4, 5]" },
  listen: { summary: "How clients reach the server: socket, or tcp on 127.0.0.1", example: "listen: tcp" },
  method: { summary: "How it is measured and decided", example: "method: { margin: 5%, budget: 20m }" },
  "method.margin": { summary: "Differences within this are called equivalent", example: "margin: 5%" },
  "method.alpha": {
    summary: "Error rate over all cells: any called regressed or improved in a run without a difference",
    example: "alpha: 0.05",
  },
  "method.measure": { summary: "Length of one measurement", example: "measure: 10s" },
  "method.measure-writes": { summary: "The same for steps that write", example: "measure-writes: 60s" },
  "method.settle": { summary: "Load dropped at the head of each measurement", example: "settle: 2s" },
  "method.warm-up": { summary: "Longest warm-up of a variant after its start", example: "warm-up: 30s" },
  "method.rounds": { summary: "Fewest and most rounds", example: "rounds: { min: 3, max: 12 }" },
  "method.rounds.min": { summary: "Rounds before the first verdict", example: "min: 3" },
  "method.rounds.max": { summary: "Rounds after which an open cell is undecided", example: "max: 12" },
  "method.budget": { summary: "Wall time of the whole run, set-up and load of rows included", example: "budget: 20m" },
  "method.driver": {
    summary: "Load generator: native, sysbench with its own scripts, or pgbench (PostgreSQL)",
    example: "driver: sysbench",
  },
  "method.driver-options": {
    summary: "Words for the command line of sysbench or pgbench, passed through",
    example: "driver-options: [--range-size=50]",
  },
  probes: { summary: "How often counters are read", example: "probes: { os: 1s, status: 1s }" },
  "probes.os": { summary: "CPU, memory, I/O of the server and the machine", example: "os: 1s" },
  "probes.status": { summary: "The server's own counters", example: "status: 1s" },
} as const satisfies Record<string, { readonly summary: string; readonly example: string }>;

export type SpecKey = keyof typeof KEY_HELP;

/** For a schema's description: `Number of tables. Example: tables: 1`. */
export function describeKey(key: SpecKey): string {
  return `${KEY_HELP[key].summary}. Example: ${KEY_HELP[key].example}`;
}

/** For a problem's hint: `for example: clients: [1, 8, 64]`; null where the path is no key of a spec. */
export function exampleOf(path: readonly (string | number)[]): string | null {
  const key = Object.keys(KEY_HELP).find((known): known is SpecKey => matchesPath(known, path));
  return key === undefined ? null : `for example: ${KEY_HELP[key].example}`;
}

function matchesPath(key: string, path: readonly (string | number)[]): boolean {
  const pattern = key.replaceAll("[]", ".[]").split(".");
  return (
    pattern.length === path.length &&
    pattern.every((part, i) => part === "*" || (part === "[]" ? typeof path[i] === "number" : part === path[i]))
  );
}
