/** Workload entries x steps x clients: what a plan compares. */
import { LabError } from "../model/errors.ts";
import type { Cell } from "../model/plan.ts";
import type { Method, Spec } from "../model/spec.ts";
import type { Warning } from "../model/warning.ts";
import type { Step, WorkloadEntry } from "../model/workload.ts";
import { findStep, findWorkload } from "../workloads/workloads.ts";
import { measurementSeconds } from "./estimate.ts";
import { formatDuration } from "./quantities.ts";

/** A used-up step runs so much of the rows in one measurement: caches and tree depths stay what they were. */
const USED_UP_SHARE = 0.05;
/** Fewer operations than this end before the clock, the caches and the clients have found their pace. */
const FEWEST_OPERATIONS = 100;
/** Default of MySQL's and PostgreSQL's flushing and checkpoint cycles that a write measurement should see twice, or 60 s. */
const FLUSH_CYCLE_SECONDS = 60;

/** In the order of the spec. Throws `plan-impossible` where a step would use up its table. */
export function planCells(spec: Spec): readonly Cell[] {
  return spec.workloads.flatMap((entry) => {
    const workload = findWorkload(entry.workload);
    return entry.steps.flatMap((name) => {
      const step = findStep(workload, name);
      return spec.clients.map((clients) => planCell({ entry, step, clients, method: spec.method }));
    });
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
    operations: step.state === "used-up" ? operationsOf(entry, step) : null,
    warnings: [],
  };
  return { ...cell, warnings: flushCycleWarnings(cell, method) };
}

/** Each measurement has a fresh clone of its own, so one measurement is all that is taken from it. */
function operationsOf(entry: WorkloadEntry, step: Step): number {
  const operations = Math.floor(USED_UP_SHARE * entry.rows * entry.tables);
  if (operations >= FEWEST_OPERATIONS) return operations;
  const rows = Math.ceil(FEWEST_OPERATIONS / USED_UP_SHARE / entry.tables);
  throw new LabError({
    code: "plan-impossible",
    message:
      `${entry.name}.${step.name} would drain its table: it may take ${USED_UP_SHARE * 100} % of ` +
      `${entry.rows * entry.tables} rows a measurement, and ${operations} operations are too few to measure`,
    hint: `ask for rows: ${rows} or more in that workload, or leave the step ${step.name} out`,
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
