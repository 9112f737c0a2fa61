/** The tables of a report that people read: cells in closed loop and cells in open loop compare different things. */
import { CLOSED_LOOP_COLUMNS, OPEN_LOOP_COLUMNS, type ReportColumn } from "./columns.ts";
import type { ReportDocument, ReportedCell } from "./document.ts";

export interface ReportTable {
  /** All that it may have. */
  readonly columns: readonly ReportColumn[];
  /** In the order of the plan; at least one. */
  readonly cells: readonly ReportedCell[];
}

export function tablesOf({ cells }: Pick<ReportDocument, "cells">): readonly ReportTable[] {
  const closed = cells.filter(({ openLoop }) => openLoop === null);
  const open = cells.filter(({ openLoop }) => openLoop !== null);
  const tables = [
    { columns: CLOSED_LOOP_COLUMNS, cells: closed },
    { columns: OPEN_LOOP_COLUMNS, cells: open },
  ];
  return tables.filter((table) => table.cells.length > 0);
}
