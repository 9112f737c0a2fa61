/** The check's tables. Pure. */
import { median } from "../../../src/judge/stats/median.ts";
import { type CounterComparison, isFault, TOLERANCE } from "./compare-work.ts";
import { type Closeness, closeness, type Ratio, ratioOf } from "./ratio.ts";
import type { CostCell, CostReading } from "./server-cost.ts";
import type { Pair } from "./subjects.ts";

/** By which the interval of server CPU may lie off one. */
export const MARGIN = 0.05;
const MICROSECONDS = 1e6;

export function workReport(comparisons: readonly CounterComparison[]): readonly string[] {
  const faults = comparisons.filter(isFault);
  const known = comparisons.filter(({ cause }) => cause !== null);
  const shown = comparisons.filter((comparison) => comparison.kind !== "other" || !comparison.agrees);
  return [
    "## Work of one operation, by the server's own counters",
    "",
    `${comparisons.length} counters compared: ${comparisons.length - faults.length - known.length} agree within ${100 * TOLERANCE} %, ` +
      `${known.length} differ for a known cause and by as much as it explains, ${faults.length} DISAGREE.`,
    `Counters of other kinds (${comparisons.length - shown.length}, all agree) are not shown.`,
    "",
    "| server | step | counter | of | native | sysbench | native less sysbench | |",
    "|---|---|---|---|---|---|---|---|",
    ...shown.map((comparison) => workLine(comparison, causesOf(known))),
    "",
    ...causesOf(known).map((cause, index) => `${index + 1}. ${cause}.`),
  ];
}

function causesOf(known: readonly CounterComparison[]): readonly string[] {
  return [...new Set(known.flatMap(({ cause }) => cause ?? []))];
}

function workLine(comparison: CounterComparison, causes: readonly string[]): string {
  const { server, step, counter, kind, native, sysbench, difference, cause } = comparison;
  const verdict = isFault(comparison) ? "DISAGREE" : "agree";
  const mark = cause === null ? verdict : `cause ${causes.indexOf(cause) + 1}`;
  const numbers = [native, sysbench].map((value) => value.toFixed(3));
  return row([server, step, counter, kind, ...numbers, `${(100 * difference).toFixed(2)} %`, mark]);
}

/** Bytes of one operation, both ways, by server, step and driver. */
export type BytesOf = (cell: CostCell) => Pair<number>;

export function costReport(cells: readonly CostCell[], bytesOf: BytesOf): readonly string[] {
  const ratios = cells.map((cell) => ({ cell, ratio: ratioIn(cell, (reading) => reading.serverCpu) }));
  const count = (wanted: Closeness): number => ratios.filter(({ ratio }) => closeness(ratio, MARGIN) === wanted).length;
  const percent = 100 * MARGIN;
  return [
    "## Server CPU of one operation",
    "",
    `${cells.length} cells, ${cells[0]?.rounds.length ?? 0} rounds each, server and client on CPUs of their own. The 95 % interval of native over sysbench lies ` +
      `within ${percent} % in ${count("within")}, wholly beyond in ${count("differs")}; in ${count("interval too wide")} it is too wide to tell.`,
    "Beside it, native and sysbench: the server threads' voluntary and involuntary context switches, its system calls, and bytes both ways.",
    "",
    "| server | step | clients | us/o | native / sysbench | interval | | voluntary/o | involuntary/o | syscalls/o | bytes/o |",
    "|---|---|---|---|---|---|---|---|---|---|---|",
    ...ratios.map(({ cell, ratio }) => costLine(cell, ratio, bytesOf(cell))),
  ];
}

function costLine(cell: CostCell, ratio: Ratio, bytes: Pair<number>): string {
  const cost = middles(cell, ({ serverCpu }) => serverCpu * MICROSECONDS);
  const switches = [middles(cell, ({ voluntary }) => voluntary), middles(cell, ({ involuntary }) => involuntary)];
  const beside = [...switches, cell.syscalls].map((pair) => pairText(pair, 2));
  return row([
    ...[cell.server, cell.step, String(cell.clients), pairText(cost, 1), ratio.mean.toFixed(3), intervalText(ratio)],
    ...[closeness(ratio, MARGIN), ...beside, pairText(bytes, 0)],
  ]);
}

export function speedReport(cells: readonly CostCell[]): readonly string[] {
  return [
    "## Throughput, and what of it client CPU explains",
    "",
    "Time is one second over throughput. What of its difference client CPU explains is the difference of client CPU of one operation " +
      "over it, and the same for the server's; with several clients the two overlap, and only what is the limit shows in time. " +
      `Left out where the times are within ${100 * NOTHING_TO_EXPLAIN} %.`,
    "",
    "| server | step | clients | o/s | native / sysbench | interval | us of time/o | client us/o | client explains | server explains |",
    "|---|---|---|---|---|---|---|---|---|---|",
    ...cells.map(speedLine),
  ];
}

/** Two times that are closer than this have no difference that parts could be told of. */
const NOTHING_TO_EXPLAIN = 0.02;

function speedLine(cell: CostCell): string {
  const throughput = middles(cell, ({ operationsPerSecond }) => operationsPerSecond);
  const ratio = ratioIn(cell, ({ operationsPerSecond }) => operationsPerSecond);
  const time = middles(cell, ({ operationsPerSecond }) => MICROSECONDS / operationsPerSecond);
  const client = middles(cell, ({ clientCpu }) => clientCpu * MICROSECONDS);
  const server = middles(cell, ({ serverCpu }) => serverCpu * MICROSECONDS);
  return row([
    ...[
      cell.server,
      cell.step,
      String(cell.clients),
      pairText(throughput, 0),
      ratio.mean.toFixed(3),
      intervalText(ratio),
    ],
    ...[pairText(time, 1), pairText(client, 1), explainedText(time, client), explainedText(time, server)],
  ]);
}

/** Of the difference in time, the part that the difference in `cost` makes up: over 100 % where something else goes against it. */
function explainedText(time: Pair<number>, cost: Pair<number>): string {
  const longer = time.sysbench - time.native;
  if (Math.abs(longer) < NOTHING_TO_EXPLAIN * time.sysbench) return "-";
  return `${((100 * (cost.sysbench - cost.native)) / longer).toFixed(0)} %`;
}

function ratioIn({ rounds }: CostCell, of: (reading: CostReading) => number): Ratio {
  return ratioOf(rounds.map(({ native, sysbench }) => ({ native: of(native), sysbench: of(sysbench) })));
}

function middles({ rounds }: CostCell, of: (reading: CostReading) => number): Pair<number> {
  const middle = (driver: keyof Pair<unknown>): number =>
    median(rounds.map((round) => of(round[driver]))) ?? Number.NaN;
  return { native: middle("native"), sysbench: middle("sysbench") };
}

function pairText({ native, sysbench }: Pair<number | null>, digits: number): string {
  return [native, sysbench].map((value) => value?.toFixed(digits) ?? "not counted").join(", ");
}

function intervalText({ low, high }: Ratio): string {
  return `${low.toFixed(3)} ... ${high.toFixed(3)}`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
