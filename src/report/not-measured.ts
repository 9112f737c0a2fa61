import type { PerOperationColumn } from "../model/verdict.ts";
import type { NotMeasured, ReportedCell, RunState, SettingsDiff } from "./document.ts";
import { COLUMN_NAMES } from "./make-cells.ts";

const WHY_CELLS: Readonly<Record<RunState, string>> = {
  running: "the run is not at its end yet, or was killed",
  interrupted: "the run was interrupted before",
  failed: "the run failed before",
  done: "the run ended before: its budget or its rounds were spent",
};

/** What a reader could look for here and not find, with the reason. */
export function notMeasured(
  state: RunState,
  cells: readonly ReportedCell[],
  settings: SettingsDiff,
): readonly NotMeasured[] {
  return [...missingCells(state, cells), ...missingColumns(cells), ...missingSettings(settings), ...closedLoop(cells)];
}

function closedLoop(cells: readonly ReportedCell[]): readonly NotMeasured[] {
  if (cells.some(({ openLoop }) => openLoop !== null)) return [];
  const why = "the load is a closed loop: p50, p95 and p99 are service times at full load and carry no verdict";
  return [{ what: "latency at a fixed rate", why: `${why}; rates: in the spec asks for an open loop` }];
}

function missingCells(state: RunState, cells: readonly ReportedCell[]): readonly NotMeasured[] {
  return cells.flatMap(({ id, rows }) => {
    const missing = rows.filter((row) => row.verdict === "not measured").map((row) => row.variant);
    if (missing.length === 0) return [];
    const what = missing.length === rows.length ? id : `${id} of ${missing.join(", ")}`;
    return [{ what, why: WHY_CELLS[state] }];
  });
}

function missingColumns(cells: readonly ReportedCell[]): readonly NotMeasured[] {
  const rows = cells.flatMap((cell) => cell.rows).filter((row) => row.verdict !== "not measured");
  if (rows.length === 0) return [];
  const missing = COLUMN_NAMES.filter((name) => rows.every((row) => row.perOperation[name] === undefined));
  const byReason = Map.groupBy(missing, (name) => WHY_COLUMNS[name]);
  return [...byReason].map(([why, names]) => ({ what: names.join(", "), why }));
}

const NO_DEVICE =
  "requests are counted by a block device, and none of its own is known below the lab's folder (tmpfs, overlay, a network)";
const NO_BYTES =
  "the server's /proc/PID/io may not be read by this user, and no block device is known to count instead";
const NO_PROCESS = "/proc did not tell it of the server's processes";

const WHY_COLUMNS: Readonly<Record<PerOperationColumn, string>> = {
  "cpu/o": NO_PROCESS,
  "cs/o": NO_PROCESS,
  "r/o": NO_DEVICE,
  "rKB/o": NO_BYTES,
  "wo/o": NO_DEVICE,
  "wKB/o": NO_BYTES,
  "client cpu/o": "the load did not tell it",
  "log bytes/o": "the server's own counters do not have it, or could not be read",
};

function missingSettings({ unread }: SettingsDiff): readonly NotMeasured[] {
  if (unread.length === 0) return [];
  return [{ what: `effective settings of ${unread.join(", ")}`, why: "no server of it was asked yet" }];
}
