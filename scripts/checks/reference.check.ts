/**
 * Does the short run tell the truth? examples/postgres-16-17.yaml as a user runs it, then the same comparison by a
 * long interleaved reference: five fresh starts, five minutes a variant and cell in all. Passes when in every cell the
 * two intervals overlap.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Difference } from "../../src/model/verdict.ts";
import type { ReportDocument } from "../../src/report/document.ts";
import type { CheckResult } from "./check-result.ts";
import { runSpecFile, runSpecText, withLab } from "./run-spec.ts";

const EXAMPLE = join(import.meta.dirname, "../../examples/postgres-16-17.yaml");

/** Two reads of 30 s or one write of 60 s a round and variant: 60 s in each of five rounds. */
const REFERENCE_METHOD = `method:
  measure: 30s
  measure-writes: 60s
  settle: 2s
  warm-up: 10s
  rounds: { min: 5, max: 5 }
`;

export async function check(): Promise<CheckResult> {
  const [short, long] = await withLab(async (lab) => {
    const example = await runSpecFile(EXAMPLE, lab, ["--seed", "1"]);
    console.error(`example: ${example.headlines.join("; ")}`);
    return [example, await runSpecText(referenceSpec(), lab, ["--seed", "2"])] as const;
  });
  return compare(short, long);
}

/** The example with another method: what is compared stays word for word the same. */
function referenceSpec(): string {
  const text = readFileSync(EXAMPLE, "utf8");
  const withoutMethod = text.replace(/^method:\n(?: .*\n)+/m, "");
  if (withoutMethod === text) throw new Error(`no method: block to replace in ${EXAMPLE}`);
  return withoutMethod + REFERENCE_METHOD;
}

function compare(short: ReportDocument, long: ReportDocument): CheckResult {
  const rows = short.cells.map((cell) => {
    const quick = differenceOf(short, cell.id);
    const slow = differenceOf(long, cell.id);
    const agrees = quick !== null && slow !== null && quick.low <= slow.high && slow.low <= quick.high;
    return { agrees, text: `| ${cell.id} | ${text(quick)} | ${text(slow)} | ${agrees ? "overlap" : "DISAGREE"} |` };
  });
  const passed = rows.length > 0 && rows.every((row) => row.agrees);
  const header = ["| cell | examples/postgres-16-17.yaml | reference | |", "|---|---|---|---|"];
  return { passed, report: [...header, ...rows.map((row) => row.text)].join("\n") };
}

function differenceOf(document: ReportDocument, cellId: string): Difference | null {
  const cell = document.cells.find((candidate) => candidate.id === cellId);
  return cell?.rows.find((row) => row.variant !== document.baseline)?.difference ?? null;
}

function text(difference: Difference | null): string {
  if (difference === null) return "none";
  return `${difference.ratio.toFixed(3)} (${difference.low.toFixed(3)} ... ${difference.high.toFixed(3)})`;
}
