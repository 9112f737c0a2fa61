/** A step as pgbench scripts. Pure. */
import { LabError } from "../../../model/errors.ts";
import type { KeyDistribution, Statement, Step, ValueSource, WorkloadEntry } from "../../../model/workload.ts";
import { tableName } from "../../../workloads/rows.ts";
import { splitAtParameters } from "../../../workloads/sql.ts";
import { findWorkload } from "../../../workloads/workloads.ts";

/**
 * One script a table: pgbench draws a script for each transaction, and a table's name can be no parameter of a prepared
 * statement. All statements of one transaction go to one table, therefore. Throws `plan-impossible` for keys and values that
 * pgbench cannot draw.
 */
export function pgbenchScripts(entry: WorkloadEntry, step: Step): readonly string[] {
  const [definition] = findWorkload(entry.workload).schema;
  if (definition === undefined) throw cannot(`${entry.workload} has no table`, step);
  return Array.from({ length: entry.tables }, (_, index) => scriptFor(tableName(definition, index + 1), entry, step));
}

/** Statements of one transaction as the server counts them. */
export function statementsPerTransaction({ groups, transaction }: Step): number {
  return groups.reduce((sum, { times }) => sum + times, 0) + (transaction ? 2 : 0);
}

function scriptFor(table: string, entry: WorkloadEntry, step: Step): string {
  const body: string[] = [];
  for (const { statement, times } of step.groups) {
    for (let time = 0; time < times; time++) body.push(...execution(statement, table, entry, step));
  }
  const lines = step.transaction ? ["BEGIN;", ...body, "END;"] : body;
  return `${lines.join("\n")}\n`;
}

/** Draws before each execution; names are used again, for a variable lasts until it is set anew. */
function execution(statement: Statement, table: string, entry: WorkloadEntry, step: Step): readonly string[] {
  const sets = statement.parameters.map((source, index) => `\\set p${index} ${draw(source, entry, step)}`);
  const pieces = splitAtParameters(statement, "postgres", table);
  const text = pieces.map((piece, index) => (index < sets.length ? `${piece}:p${index}` : piece)).join("");
  return [...sets, `${text};`];
}

function draw(source: ValueSource, entry: WorkloadEntry, step: Step): string {
  switch (source.kind) {
    case "key":
      return drawKey(entry.keys, entry.rows, step);
    case "key-offset":
      return `:p${source.parameter} + ${source.plus}`;
    default:
      throw cannot(`it needs ${source.kind}, which pgbench cannot draw`, step);
  }
}

function drawKey(keys: KeyDistribution, rows: number, step: Step): string {
  if (keys === "uniform") return `random(1, ${rows})`;
  // 6: the range is six standard deviations to each side, as it is of twelve uniforms.
  if (keys === "gaussian") return `random_gaussian(1, ${rows}, 6)`;
  throw cannot(`pgbench draws uniform and gaussian keys, and none ${keys}`, step);
}

function cannot(why: string, step: Step): LabError {
  return new LabError({
    code: "plan-impossible",
    message: `pgbench cannot run step ${step.name}: ${why}`,
    hint: "measure it with the native driver or sysbench, or ask for other keys (keys: uniform)",
    where: step.name,
  });
}
