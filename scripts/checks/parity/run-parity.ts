/** The check with its lengths as arguments. */
import { findStep, findWorkload } from "../../../src/workloads/workloads.ts";
import type { CheckResult } from "../check-result.ts";
import { type CounterComparison, compareWork, isFault } from "./compare-work.ts";
import { type CountSettings, countSteps } from "./count-work.ts";
import { type BytesOf, costReport, speedReport, workReport } from "./report.ts";
import { type CostCell, type CostSettings, measureCosts } from "./server-cost.ts";
import { SERVERS, STEPS, type Subject, withSubject } from "./subjects.ts";

export interface ParitySettings {
  readonly count: CountSettings;
  readonly cost: CostSettings;
}

/** The two drivers' deletes are not the same work (see `known-differences.ts`), so their cost is not compared. */
const COST_STEPS = STEPS.filter((step) => step !== "delete");

interface Measured {
  readonly comparisons: readonly CounterComparison[];
  readonly cells: readonly CostCell[];
}

/** Passes when no counter disagrees without a cause; costs are stated, whatever they are. */
export async function runParity(settings: ParitySettings, note: (line: string) => void): Promise<CheckResult> {
  const measured: Measured[] = [];
  for (const server of SERVERS) {
    measured.push(await withSubject(server, (subject) => measureSubject(subject, settings, note)));
  }
  const comparisons = measured.flatMap((one) => one.comparisons);
  const cells = measured.flatMap((one) => one.cells);
  const report = [
    ...workReport(comparisons),
    "",
    ...costReport(cells, bytesOf(comparisons)),
    "",
    ...speedReport(cells),
  ];
  return { passed: comparisons.length > 0 && !comparisons.some(isFault), report: report.join("\n") };
}

async function measureSubject(
  subject: Subject,
  { count, cost }: ParitySettings,
  note: (line: string) => void,
): Promise<Measured> {
  const oltp = findWorkload("oltp");
  const counted = await countSteps(subject, STEPS, count);
  const comparisons = counted.flatMap((one) => compareWork(one, findStep(oltp, one.step)));
  note(`${subject.name}: ${comparisons.length} counters compared, ${comparisons.filter(isFault).length} disagree`);
  const cells: CostCell[] = [];
  for (const step of COST_STEPS) {
    cells.push(...(await measureCosts(subject, [step], cost)));
    note(`${subject.name}: cost of ${step} measured`);
  }
  return { comparisons, cells };
}

function bytesOf(comparisons: readonly CounterComparison[]): BytesOf {
  return ({ server, step }) => {
    const own = comparisons.filter((one) => one.server === server && one.step === step && one.kind === "bytes");
    const sum = (driver: "native" | "sysbench"): number => own.reduce((total, one) => total + one[driver], 0);
    return { native: sum("native"), sysbench: sum("sysbench") };
  };
}
