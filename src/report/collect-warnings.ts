import type { Measurement } from "../model/measurement.ts";
import type { Plan } from "../model/plan.ts";
import type { CellVerdict } from "../model/verdict.ts";
import type { Warning } from "../model/warning.ts";
import type { ReportedWarning } from "./document.ts";

/** One warning at one place. */
interface Placed {
  readonly warning: Warning;
  readonly where: string;
  readonly isMeasurement: boolean;
}

/**
 * Every warning of the plan, its cells, the verdicts and the measurements, each once. Those of measurements carry
 * numbers of their own in the message: of one code the first message stands for all, with how many there were. What a
 * cell's verdict has summed over its measurements is not repeated for each of them.
 */
export function collectWarnings(
  plan: Plan,
  verdicts: readonly CellVerdict[],
  measurements: readonly Measurement[],
): readonly ReportedWarning[] {
  const placed: readonly Placed[] = [
    ...plan.warnings.map((warning) => ({ warning, where: "run", isMeasurement: false })),
    ...plan.cells.flatMap(({ id, warnings }) =>
      warnings.map((warning) => ({ warning, where: id, isMeasurement: false })),
    ),
    ...verdicts.flatMap(({ cell, variant, warnings }) =>
      warnings.map((warning) => ({ warning, where: `${cell} ${variant}`, isMeasurement: false })),
    ),
    ...measurements.flatMap((measurement) =>
      measurement.warnings
        .filter((warning) => !isSummed(warning, measurement, verdicts))
        .map((warning) => ({ warning, where: `${measurement.cell} ${measurement.variant}`, isMeasurement: true })),
    ),
  ];
  const groups = Map.groupBy(placed, groupKey);
  return [...groups.values()].flatMap(merge);
}

/** Errors are counted by the judge over all measurements of a pair, those of its baseline too. */
function isSummed(warning: Warning, measurement: Measurement, verdicts: readonly CellVerdict[]): boolean {
  if (warning.code !== "errors-seen") return false;
  return verdicts.some(
    ({ cell, warnings }) => cell === measurement.cell && warnings.some(({ code }) => code === "errors-seen"),
  );
}

function groupKey({ warning, isMeasurement }: Placed): string {
  return isMeasurement ? warning.code : `${warning.code}\n${warning.message}`;
}

function merge(group: readonly Placed[]): readonly ReportedWarning[] {
  const [first] = group;
  if (first === undefined) return [];
  const { code, message, advice } = first.warning;
  const where = [...new Set(group.map((placed) => placed.where))];
  return [{ code, message, advice, where, measurements: first.isMeasurement ? group.length : 0 }];
}
