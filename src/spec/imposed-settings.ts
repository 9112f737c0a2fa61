/** Server settings that a plan needs, set for every variant of a family alike and listed in the report. */
import { LabError } from "../model/errors.ts";
import type { Cell, Plan, Variant } from "../model/plan.ts";
import type { WorkloadEntry } from "../model/workload.ts";
import { findStep, workloadOf } from "../workloads/workloads.ts";
import { settingKey } from "./check-factor.ts";

type Imposed = Plan["imposed"];

/** Connections of dbdyno itself beside the clients: set-up, probes, and a few that the server is still closing. */
const OWN_CONNECTIONS = 10;

/**
 * The families' own defaults (MySQL 5.6 ... 9, PostgreSQL 10 ... 18). They are raised only where the plan needs more:
 * other settings follow from these (the performance schema sizes itself by max_connections).
 */
const SERVER_DEFAULTS = {
  mysql: { max_connections: 151, back_log: 80, max_prepared_stmt_count: 16_382 },
  postgres: { max_connections: 100 },
} as const;

/** Prepared for each table: sysbench's oltp_read_write has nine, and nobody knows of a user's own script. */
const STATEMENTS_OF_SCRIPT = 9;

export interface ImposedRequest {
  readonly variants: readonly Variant[];
  readonly workloads: readonly WorkloadEntry[];
  readonly cells: readonly Cell[];
}

/** A setting that some variant of the family has in its own `config` is left alone: it may be what is compared. */
export function imposedSettings(request: ImposedRequest): Imposed {
  return neededSettings(request)
    .filter(({ family, name, value }) => value > defaultOf(family, name) && isFree(family, name, request.variants))
    .map((setting) => ({ ...setting, value: String(setting.value) }));
}

/**
 * Throws `plan-impossible` for a variant whose own limit is below what the clients need: they would be refused in the
 * middle of a run. A short `back_log` is no such limit: clients wait and try again.
 */
export function refuseTightLimits(request: ImposedRequest): void {
  const limits = neededSettings(request).filter(({ name }) => name !== "back_log");
  for (const { name: variant, build, config } of request.variants) {
    for (const { name, value, reason } of limits.filter(({ family }) => family === build.family)) {
      const own = Object.entries(config).find(([key]) => settingKey(key) === name)?.[1];
      // What is no number is for the server to refuse.
      if (own === undefined || !(Number(own) < value)) continue;
      throw new LabError({
        code: "plan-impossible",
        message: `variant ${variant} has ${name}=${own}, and the plan needs ${value}: ${reason}`,
        hint: `leave ${name} out, for it is set for every variant alike then; or raise it to ${value}; or measure fewer clients`,
        where: `variants.${variant}.config.${name}`,
      });
    }
  }
}

function neededSettings({ workloads, cells }: ImposedRequest) {
  const clients = Math.max(...cells.map((cell) => cell.clients));
  const connections = clients + OWN_CONNECTIONS;
  const statements = Math.max(...cells.map((cell) => preparedStatements(cell, workloads)));
  return [
    { family: "mysql", name: "max_connections", value: connections, reason: `${clients} clients and our own` },
    { family: "mysql", name: "back_log", value: connections, reason: `${clients} clients connect at once` },
    { family: "mysql", name: "max_prepared_stmt_count", value: statements, reason: "each client prepares its own" },
    { family: "postgres", name: "max_connections", value: connections, reason: `${clients} clients and our own` },
  ] as const;
}

function defaultOf(family: keyof typeof SERVER_DEFAULTS, name: string): number {
  return Object.entries(SERVER_DEFAULTS[family]).find(([known]) => known === name)?.[1] ?? 0;
}

function isFree(family: string, name: string, variants: readonly Variant[]): boolean {
  const own = variants.filter(({ build }) => build.family === family);
  return own.length > 0 && own.every(({ config }) => Object.keys(config).every((key) => settingKey(key) !== name));
}

/** Statements of a step are prepared for each table by each client, and BEGIN and COMMIT once. */
function preparedStatements(cell: Cell, workloads: readonly WorkloadEntry[]): number {
  const entry = workloads.find(({ name }) => name === cell.workload);
  if (entry === undefined || !entry.prepared) return 0;
  const { groups } = findStep(workloadOf(entry), cell.step);
  const own = new Set(groups.map(({ statement }) => statement.name)).size;
  return cell.clients * (entry.tables * (entry.load === undefined ? own : STATEMENTS_OF_SCRIPT) + 2);
}
