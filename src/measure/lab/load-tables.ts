import { LabError } from "../../model/errors.ts";
import type { TableDefinition, Workload, WorkloadEntry } from "../../model/workload.ts";
import { insertStatement } from "../../workloads/rows.ts";
import type { SqlConnection } from "../connect/connect.ts";
import type { Dbms } from "../dbms/dbms.ts";

/** Rows of about 200 bytes: half a megabyte a statement, below every server's default limit of a packet. */
const ROWS_PER_INSERT = 2000;

export interface LoadTablesRequest {
  readonly connection: SqlConnection;
  readonly dbms: Dbms;
  readonly workload: Workload;
  readonly entry: WorkloadEntry;
  readonly seed: number;
  readonly onRows: (loaded: number, rows: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Makes the workload's tables, fills them from the seed and builds their secondary indexes afterwards, as sysbench does.
 * Gives the tables' names. Throws `load-failed` with the table at fault, and `interrupted`.
 */
export async function loadTables(request: LoadTablesRequest): Promise<readonly string[]> {
  const names: string[] = [];
  for (const definition of request.workload.schema) {
    for (let number = 1; number <= request.entry.tables; number++) {
      await loadTable(request, definition, number);
      names.push(`${definition.prefix}${number}`);
    }
  }
  return names;
}

async function loadTable(request: LoadTablesRequest, definition: TableDefinition, number: number): Promise<void> {
  const { connection, dbms, entry } = request;
  try {
    await connection.query(dbms.createTable(definition, number, entry.storageEngine));
    await insertRows(request, definition, number);
    for (const statement of dbms.createIndexes(definition, number)) await connection.query(statement);
  } catch (cause) {
    if (cause instanceof LabError) throw cause;
    throw new LabError({
      code: "load-failed",
      message: `loading table ${definition.prefix}${number} failed: ${cause instanceof Error ? cause.message : String(cause)}`,
      hint: "see load.error.log in the template's folder; the next run loads again from the start",
      where: `${definition.prefix}${number}`,
      cause,
    });
  }
}

async function insertRows(request: LoadTablesRequest, definition: TableDefinition, number: number): Promise<void> {
  const { connection, dbms, entry, seed } = request;
  for (let firstRow = 1; firstRow <= entry.rows; firstRow += ROWS_PER_INSERT) {
    if (request.signal.aborted) throw interruptedLoad();
    const count = Math.min(ROWS_PER_INSERT, entry.rows - firstRow + 1);
    await connection.query(
      insertStatement({
        definition,
        table: number,
        rows: entry.rows,
        firstRow,
        count,
        seed,
        keys: entry.keys,
        family: dbms.family,
      }),
    );
    request.onRows((number - 1) * entry.rows + firstRow + count - 1, entry.tables * entry.rows);
  }
}

/** The half-loaded template has no marker, so that the next run makes it anew. */
export function interruptedLoad(cause?: unknown): LabError {
  return new LabError({
    code: "interrupted",
    message: "interrupted while loading data; what was loaded is discarded",
    hint: "loading starts from the beginning when the command is run again",
    cause,
  });
}
