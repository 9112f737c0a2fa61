/** Workload entries x steps x clients: what a plan compares. */
import { LabError } from "../model/errors.ts";
import type { Cell } from "../model/plan.ts";
import type { Method, Spec } from "../model/spec.ts";
import type { Warning } from "../model/warning.ts";
import type { Step, WorkloadEntry } from "../model/workload.ts";
import { findStep, workloadOf } from "../workloads/workloads.ts";
import { measurementSeconds } from "./estimate.ts";
import { formatDuration } from "./quantities.ts";
import { rateId } from "./rates.ts";

/** A used-up step runs so much of the rows in one measurement: caches and tree depths stay what they were. */
const USED_UP_SHARE = 0.05;
/** Fewer operations than this end before the clock, the caches and the clients have found their pace. */
const FEWEST_OPERATIONS = 100;
/** With fewer for each client a measurement is the start of its first clients and the end of its last ones. */
const FEWEST_PER_CLIENT = 20;
/** Default of MySQL's and PostgreSQL's flushing and checkpoint cycles that a write measurement should see twice, or 60 s. */
const FLUSH_CYCLE_SECONDS = 60;

/** In the order of the spec. Throws `plan-impossible` where a step's table is too small for its operations. */
export function planCells(spec: Spec): readonly Cell[] {
  return spec.workloads.flatMap((entry) => {
    const workload = workloadOf(entry);
    return entry.steps.flatMap((name) => {
      const step = findStep(workload, name);
      if (step.state === "used-up") refuseTooFewOperations(entry, step, Math.max(...spec.clients));
      return spec.clients.flatMap((clients) => planCellsAt({ entry, step, clients, method: spec.method }));
    });
  });
}

/** The closed loop first, then each rate of the entry. */
function planCellsAt(parts: CellParts): readonly Cell[] {
  const closed = planCell(parts);
  const { rates, spacing } = parts.entry.openLoop ?? { rates: [], spacing: "poisson" as const };
  const open = rates.map((rate): Cell => {
    const openLoop = { rate, spacing, closedCell: closed.id };
    return { ...closed, id: `${closed.id}@${rateId(rate)}`, openLoop };
  });
  for (const cell of open) refuseTooSlow(cell, parts.method);
  return [closed, ...open];
}

/** A share of the closed loop is not yet known here. */
function refuseTooSlow({ id, workload, effect, openLoop }: Cell, { measure, measureWrites }: Method): void {
  if (openLoop?.rate.kind !== "absolute") return;
  const { perSecond } = openLoop.rate;
  const [key, seconds] = effect === "read" ? ["measure", measure] : ["measure-writes", measureWrites];
  if (perSecond * seconds >= FEWEST_OPERATIONS) return;
  throw new LabError({
    code: "plan-impossible",
    message: `${id}: ${perSecond * seconds} operations in ${formatDuration(seconds)} are too few to measure`,
    hint: `ask for ${Math.ceil(FEWEST_OPERATIONS / seconds)}/s or more, or for method.${key}: ${formatDuration(Math.ceil(FEWEST_OPERATIONS / perSecond))}`,
    where: `workloads: ${workload}.rates`,
  });
}

interface CellParts {
  readonly entry: WorkloadEntry;
  readonly step: Step;
  readonly clients: number;
  readonly method: Method;
}

function planCell({ entry, step, clients, method }: CellParts): Cell {
  const cell: Cell = {
    id: `${entry.name}.${step.name}.${clients}`,
    workload: entry.name,
    step: step.name,
    clients,
    effect: step.effect,
    operations: step.state === "used-up" ? operationsOf(entry) : null,
    warnings: [],
  };
  return { ...cell, warnings: flushCycleWarnings(cell, method) };
}

/** Each measurement has a fresh clone of its own, so one measurement is all that is taken from it. */
function operationsOf({ rows, tables }: WorkloadEntry): number {
  return Math.floor(USED_UP_SHARE * rows * tables);
}

/** `clients`: the most that a spec asks for, so that one answer is enough for all of them. */
function refuseTooFewOperations(entry: WorkloadEntry, step: Step, clients: number): void {
  const operations = operationsOf(entry);
  const fewest = Math.max(FEWEST_OPERATIONS, FEWEST_PER_CLIENT * clients);
  if (operations >= fewest) return;
  const rows = Math.ceil(Math.round((1e6 * fewest) / USED_UP_SHARE) / 1e6 / entry.tables);
  const mostClients = operations < FEWEST_OPERATIONS ? 0 : Math.floor(operations / FEWEST_PER_CLIENT);
  const fewerClients = mostClients === 0 ? "" : `, take at most ${mostClients} clients`;
  const where = clients === 1 ? "1 client" : `${clients} clients`;
  throw new LabError({
    code: "plan-impossible",
    message:
      `${entry.name}.${step.name} would drain its table: it may take ${USED_UP_SHARE * 100} % of ` +
      `${entry.rows * entry.tables} rows a measurement, and ${operations} operations are too few to measure with ${where}`,
    hint: `ask for rows: ${rows} or more in that workload${fewerClients}, or leave the step ${step.name} out`,
  });
}

function flushCycleWarnings(cell: Cell, method: Method): readonly Warning[] {
  const seconds = measurementSeconds(cell, method);
  if (cell.effect === "read" || seconds >= FLUSH_CYCLE_SECONDS) return [];
  const about = cell.operations === null ? "" : "about ";
  const message = `a measurement of ${about}${formatDuration(seconds)} is shorter than a flush cycle`;
  const advice =
    "flushing and checkpoints may fall on one variant only: measure-writes: 60s or more sees their whole cycle";
  return [{ code: "shorter-than-flush-cycle", message, advice }];
}
