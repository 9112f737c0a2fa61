/** What each part of the native driver's load loop brings: the driver with parts of it, beside the whole. */
import { createNativeDriver } from "../src/measure/drivers/native/native-driver.ts";
import type { Bench } from "./bench.ts";
import {
  CONDITIONS,
  type Contenders,
  costRatio,
  measureSideBySide,
  type Row,
  shownCost,
  shownThroughput,
} from "./side-by-side.ts";

const FIRST = "Node's events";
const CONTENDERS: Contenders = new Map([
  [FIRST, createNativeDriver({ loop: "node" })],
  ["polling", createNativeDriver({ loop: "epoll" })],
  ["polling, gathering", createNativeDriver({ loop: "gathering" })],
  ["two loops of that", createNativeDriver({ loop: "gathering", loops: 2 })],
]);
const NAMES = [...CONTENDERS.keys()];

/** It compares the driver with itself: there is nothing to be met. */
export const bench: Bench = async (note) => {
  const rows = await measureSideBySide(
    () => CONTENDERS,
    (row) => note(tableLine(row)),
  );
  const table = [
    `| server | clients | ${NAMES.map((name) => `${name}: us/o, of the first, o/s`).join(" | ")} |`,
    `|---|---|${NAMES.map(() => "---|").join("")}`,
    ...rows.map(tableLine),
  ];
  const cells = rows.map(({ server, clients, readings }) => ({
    server,
    clients,
    readings: Object.fromEntries(readings),
  }));
  return { table, json: { ...CONDITIONS, cells }, met: true };
};

function tableLine(row: Row): string {
  const figures = NAMES.map((name) => {
    const { median } = costRatio(row, name, FIRST);
    return `${shownCost(row, name)}, ${median.toFixed(2)}, ${shownThroughput(row, name)}`;
  });
  return `| ${[row.server, row.clients, ...figures].join(" | ")} |`;
}
