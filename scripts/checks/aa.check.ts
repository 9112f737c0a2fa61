/**
 * Ten experiments in which nothing differs: MySQL 5.6.24 and PostgreSQL 17, each against itself, point-query and
 * read-only at 1 and 8 clients, so eight read cells an experiment. Passes when at least nine give no difference and
 * at least half of the eighty intervals exclude a change of 15 % both ways.
 */
import type { ReportDocument, ReportedCell, ReportedRow } from "../../src/report/document.ts";
import type { CheckResult } from "./check-result.ts";
import { runSpecText, withLab } from "./run-spec.ts";

const EXPERIMENTS = 10;
const FAMILIES = ["mysql@5.6.24", "postgres@17"] as const;
const CHANGE = 0.15;

/**
 * An experiment is two runs, as a spec has one baseline: each gets half of the error rate of 5 %. The number of rounds is
 * fixed, so there is one look at the end and its interval is not widened for others. Many short rounds: here two starts of
 * one binary differ by more than two measurements of one start.
 */
function specText(build: string): string {
  return `experiment: aa ${build}
variants:
  A: { build: ${build} }
  B: { build: ${build} }
baseline: A
workloads:
  - oltp: { steps: [point-query, read-only], rows: 100k }
clients: [1, 8]
cpus: { server: 0, client: 1 }
method: { alpha: 2.5%, measure: 500ms, settle: 250ms, warm-up: 2s, rounds: { min: 10, max: 10 } }
`;
}

interface CellResult {
  readonly experiment: number;
  readonly build: string;
  readonly cell: ReportedCell;
  readonly row: ReportedRow;
}

export async function check(): Promise<CheckResult> {
  const results = await withLab(async (lab) => {
    const all: CellResult[] = [];
    for (let experiment = 1; experiment <= EXPERIMENTS; experiment++) {
      for (const build of FAMILIES) {
        const document = await runSpecText(specText(build), lab, ["--seed", String(1000 + experiment)]);
        all.push(...cellsOf(document, experiment, build));
        console.error(`experiment ${experiment} of ${EXPERIMENTS}, ${build}: ${document.headlines.join("; ")}`);
      }
    }
    return all;
  });
  return judge(results);
}

function cellsOf(document: ReportDocument, experiment: number, build: string): readonly CellResult[] {
  return document.cells.flatMap((cell) => {
    const row = cell.rows.find((candidate) => candidate.variant === "B");
    return row === undefined ? [] : [{ experiment, build, cell, row }];
  });
}

function judge(results: readonly CellResult[]): CheckResult {
  const isFalse = ({ row }: CellResult): boolean => row.verdict === "regressed" || row.verdict === "improved";
  const falseIn = new Set(results.filter(isFalse).map((result) => result.experiment));
  const clean = EXPERIMENTS - falseIn.size;
  const excluding = results.filter(({ row }) => excludesChange(row)).length;
  const passed = results.length === 8 * EXPERIMENTS && clean >= 9 && excluding >= results.length / 2;
  const summary = [
    `${clean} of ${EXPERIMENTS} experiments gave no difference (at least 9 are asked for).`,
    `${excluding} of ${results.length} cells exclude a change of ${100 * CHANGE} % (at least half are asked for).`,
  ];
  return { passed, report: [...summary, "", ...table(results)].join("\n") };
}

/** Both ways: neither 15 % slower nor 15 % faster is in the interval. */
function excludesChange({ difference }: ReportedRow): boolean {
  return difference !== null && difference.low > 1 - CHANGE && difference.high < 1 + CHANGE;
}

function table(results: readonly CellResult[]): readonly string[] {
  const rows = results.map(({ experiment, build, cell, row }) => {
    const { difference } = row;
    const interval = difference === null ? "none" : `${difference.low.toFixed(3)} ... ${difference.high.toFixed(3)}`;
    return `| ${experiment} | ${build} | ${cell.id} | ${difference?.ratio.toFixed(3) ?? "-"} | ${interval} | ${row.verdict} |`;
  });
  return ["| experiment | build | cell | B / A | 97.5 % interval | verdict |", "|---|---|---|---|---|---|", ...rows];
}
