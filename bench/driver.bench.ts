/** Client CPU per operation: the native driver beside sysbench and pgbench. */
import { cacheDirectory } from "../src/measure/builds/cache.ts";
import { provideClientTool } from "../src/measure/builds/client-tools.ts";
import type { Driver } from "../src/measure/drivers/driver.ts";
import { createNativeDriver } from "../src/measure/drivers/native/native-driver.ts";
import { createPgbenchDriver } from "../src/measure/drivers/pgbench/pgbench-driver.ts";
import { createSysbenchDriver } from "../src/measure/drivers/sysbench/sysbench-driver.ts";
import type { Bench, BenchResult } from "./bench.ts";
import {
  CONDITIONS,
  type Contenders,
  costRatio,
  measureSideBySide,
  os,
  type Ratio,
  type Row,
  shownCost,
  shownThroughput,
} from "./side-by-side.ts";

/** Section 8 of the design: client CPU per operation of the native driver over that of a rival, at most; by clients. */
const TARGETS: Readonly<Record<string, ReadonlyMap<number, number>>> = {
  sysbench: new Map([
    [1, 1.5],
    [8, 1.0],
    [64, 0.65],
    [512, 0.35],
  ]),
  pgbench: new Map([
    [1, 1.7],
    [8, 1.3],
    [64, 1.4],
    [512, 1.3],
  ]),
};

export const bench: Bench = async (note) => {
  const deps = { os, cacheDirectory: cacheDirectory(process.env) };
  const sysbench = createSysbenchDriver(os, await provideClientTool("sysbench", deps));
  const pgbench = createPgbenchDriver(os, await provideClientTool("pgbench", deps));
  const rivals = { mysql: [sysbench], postgres: [sysbench, pgbench] };
  const rows = await measureSideBySide(
    (family) => byName([createNativeDriver(), ...rivals[family]]),
    (row) => {
      for (const comparison of compare(row)) note(tableLine(row, comparison));
    },
  );
  return resultOf(rows);
};

function byName(drivers: readonly Driver[]): Contenders {
  return new Map(drivers.map((driver) => [driver.name, driver]));
}

interface Comparison {
  readonly rival: string;
  readonly ratio: Ratio;
  readonly target: number;
}

function compare(row: Row): readonly Comparison[] {
  const rivals = [...row.readings.keys()].filter((name) => name !== "native");
  return rivals.map((rival) => ({
    rival,
    ratio: costRatio(row, "native", rival),
    target: TARGETS[rival]?.get(row.clients) ?? Number.NaN,
  }));
}

function resultOf(rows: readonly Row[]): BenchResult {
  const compared = rows.map((row) => ({ row, comparisons: compare(row) }));
  const table = [
    "| server | clients | rival | native us/o | rival us/o | native / rival | rounds from ... to | at most | native o/s | rival o/s |",
    "|---|---|---|---|---|---|---|---|---|---|",
    ...compared.flatMap(({ row, comparisons }) => comparisons.map((comparison) => tableLine(row, comparison))),
  ];
  const cells = compared.map(({ row: { server, clients, readings }, comparisons }) => ({
    server,
    clients,
    comparisons,
    readings: Object.fromEntries(readings),
  }));
  const all = compared.flatMap(({ comparisons }) => comparisons);
  const met = all.every(({ ratio, target }) => ratio.median <= target);
  return { table, json: { ...CONDITIONS, cells }, met };
}

function tableLine(row: Row, { rival, ratio: { median, lowest, highest }, target }: Comparison): string {
  const costs = [shownCost(row, "native"), shownCost(row, rival), median.toFixed(2)];
  const spread = `${lowest.toFixed(2)} ... ${highest.toFixed(2)}`;
  const rates = [shownThroughput(row, "native"), shownThroughput(row, rival)];
  const cells = [row.server, row.clients, rival, ...costs, spread, target.toFixed(2), ...rates];
  return `| ${cells.join(" | ")} |`;
}
