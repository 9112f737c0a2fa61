import type { Cell, Plan } from "../model/plan.ts";
import {
  type CellFigures,
  type CellVerdict,
  PER_OPERATION_COLUMNS,
  type PerOperationColumn,
} from "../model/verdict.ts";
import { adviceOf } from "./advice-sentence.ts";
import type { RunPlace } from "./dbdyno-command.ts";
import type { ReportedCell, ReportedRow } from "./document.ts";

/** What was judged, and of which run. */
export interface Judged {
  readonly run: RunPlace;
  readonly verdicts: readonly CellVerdict[];
}

const NO_FIGURES: CellFigures = {
  throughput: null,
  perOperation: {},
  latency: null,
  errors: {},
  openLoop: null,
  statements: [],
};

/** All names of per-operation columns, in the order in which they are shown. */
export const COLUMN_NAMES: readonly PerOperationColumn[] = Object.keys(PER_OPERATION_COLUMNS).filter(isColumn);

function isColumn(name: string): name is PerOperationColumn {
  return Object.hasOwn(PER_OPERATION_COLUMNS, name);
}

/** The plan's cells in its order, each with a row for each variant: the baseline, then the others as in the spec. */
export function makeCells(plan: Plan, judged: Judged): readonly ReportedCell[] {
  return plan.cells.map((cell) => ({
    id: cell.id,
    workload: cell.workload,
    step: cell.step,
    clients: cell.clients,
    effect: cell.effect,
    operations: cell.operations,
    metric: cell.openLoop === undefined ? "throughput" : "response time",
    openLoop: cell.openLoop ?? null,
    rows: makeRows(cell, plan, judged),
  }));
}

function makeRows(cell: Cell, plan: Plan, judged: Judged): readonly ReportedRow[] {
  const ofCell = judged.verdicts.filter((verdict) => verdict.cell === cell.id);
  const others = plan.variants.map(({ name }) => name).filter((name) => name !== plan.baseline);
  return [baselineRow(plan.baseline, ofCell), ...others.map((variant) => variantRow(variant, ofCell, judged))];
}

/** The baseline's figures are those of the contrast with the most rounds: each contrast has the rounds it shares. */
function baselineRow(variant: string, verdicts: readonly CellVerdict[]): ReportedRow {
  const [longest] = [...verdicts].sort((a, b) => b.rounds - a.rounds);
  return {
    variant,
    verdict: longest === undefined ? "not measured" : "baseline",
    ...ordered(longest?.baseline ?? NO_FIGURES),
    difference: null,
    sequentialP: null,
    adjustedP: null,
    rounds: longest?.rounds ?? 0,
    undecided: null,
    perOperationDifferences: {},
  };
}

function variantRow(variant: string, verdicts: readonly CellVerdict[], judged: Judged): ReportedRow {
  const verdict = verdicts.find((candidate) => candidate.variant === variant);
  return {
    variant,
    verdict: verdict?.kind ?? "not measured",
    ...ordered(verdict?.figures ?? NO_FIGURES),
    difference: verdict?.difference ?? null,
    sequentialP: verdict?.sequentialP ?? null,
    adjustedP: verdict?.adjustedP ?? null,
    rounds: verdict?.rounds ?? 0,
    undecided: verdict === undefined ? null : adviceOf(verdict, judged.run),
    perOperationDifferences: inColumnOrder(verdict?.perOperationDifferences ?? {}),
  };
}

/** The same figures with a fixed order of keys, so that two reports of one run are the same bytes. */
function ordered(figures: CellFigures): CellFigures {
  const { throughput, perOperation, latency, errors, openLoop, statements } = figures;
  return {
    throughput,
    perOperation: inColumnOrder(perOperation),
    latency: latency && {
      meanSeconds: latency.meanSeconds,
      p50Seconds: latency.p50Seconds,
      p95Seconds: latency.p95Seconds,
      p99Seconds: latency.p99Seconds,
      p999Seconds: latency.p999Seconds,
      maxSeconds: latency.maxSeconds,
    },
    errors: Object.fromEntries(Object.entries(errors).sort(([a], [b]) => (a < b ? -1 : 1))),
    openLoop,
    statements,
  };
}

function inColumnOrder<Value>(
  columns: Readonly<Partial<Record<PerOperationColumn, Value>>>,
): Readonly<Partial<Record<PerOperationColumn, Value>>> {
  return Object.fromEntries(
    COLUMN_NAMES.flatMap((name) => {
      const value = columns[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
