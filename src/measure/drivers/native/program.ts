/** A step compiled for one family: what a client sends, one statement after the other. Pure. */
import type { Family } from "../../../model/build.ts";
import { LabError } from "../../../model/errors.ts";
import type { Statement, StatementGroup, Step, ValueSource, WorkloadEntry } from "../../../model/workload.ts";
import { tableName } from "../../../workloads/rows.ts";
import { renderStatement, splitAtParameters } from "../../../workloads/sql.ts";
import { findWorkload } from "../../../workloads/workloads.ts";

export interface Program {
  readonly family: Family;
  readonly tables: number;
  readonly transaction: boolean;
  readonly statements: readonly ProgramStatement[];
  /** One operation. In a transaction the first is BEGIN and the last COMMIT. */
  readonly slots: readonly Slot[];
  /** True where table and key come together from the order of all rows that the clients share. */
  readonly usesNextKey: boolean;
}

export interface ProgramStatement {
  readonly name: string;
  /** False: sent as text each time. */
  readonly prepared: boolean;
  /** One for each table; one in all for BEGIN and COMMIT. */
  readonly texts: readonly StatementText[];
  readonly draws: readonly Draw[];
}

export interface StatementText {
  /** With the family's placeholders, to be prepared. */
  readonly sql: string;
  /** The text around the parameters, to be sent as it is. */
  readonly pieces: readonly string[];
}

/** A parameter's source in one shape for all kinds: the hot path then reads its fields without looking at the kind. */
export interface Draw {
  readonly kind: Exclude<ValueSource["kind"], "row-number">;
  /** `key-offset`: which parameter of this statement; else 0. */
  readonly parameter: number;
  /** `key-offset`: what is added; else 0. */
  readonly plus: number;
  /** `digits`: groups; else 0. */
  readonly groups: number;
}

/** One execution of a statement. */
export interface Slot {
  /** Index into `statements`. */
  readonly statement: number;
  readonly startsGroup: boolean;
  /** True: a table is drawn; false: the table before stays. */
  readonly drawsTable: boolean;
}

export interface ProgramRequest {
  readonly family: Family;
  readonly entry: WorkloadEntry;
  readonly step: Step;
}

/** Compiles the step. `{table}` stands for the tables of the workload's first definition. Throws `bug` on a bad workload. */
export function compileProgram(request: ProgramRequest): Program {
  const { family, entry, step } = request;
  const distinct = [...new Set(step.groups.map((group) => group.statement))];
  const statements = distinct.map((statement) => compileStatement(statement, request));
  const body = step.groups.flatMap((group) => groupSlots(group, distinct.indexOf(group.statement)));
  const program = {
    family,
    tables: entry.tables,
    transaction: step.transaction,
    usesNextKey: usesNextKey(step),
  };
  if (!step.transaction) return { ...program, statements, slots: body };
  // As sysbench does it: of these it prepares COMMIT on MySQL alone.
  const begin = control("BEGIN", false);
  const commit = control("COMMIT", entry.prepared && family === "mysql");
  const slots = [controlSlot(distinct.length), ...body, controlSlot(distinct.length + 1)];
  return { ...program, statements: [...statements, begin, commit], slots };
}

/** A `next-key` belongs to the table it was drawn with: throws `bug` where a step would use it with another, or twice. */
function usesNextKey(step: Step): boolean {
  const uses = step.groups.map(
    ({ statement, times }) => times * statement.parameters.filter(({ kind }) => kind === "next-key").length,
  );
  if (uses.every((count) => count === 0)) return false;
  const isRight = step.groups.every(({ ownTable }, index) => uses[index] === (ownTable ? 1 : 0));
  if (!isRight) throw badWorkload(step.name, "must use one next-key in each group that draws a table, and in no other");
  return true;
}

function compileStatement(statement: Statement, request: ProgramRequest): ProgramStatement {
  const { family, entry } = request;
  const [definition] = findWorkload(entry.workload).schema;
  if (definition === undefined) throw badWorkload(entry.workload, "has no table");
  const texts = Array.from({ length: entry.tables }, (_, index) => {
    const table = tableName(definition, index + 1);
    return {
      sql: renderStatement(statement, family, table),
      pieces: splitAtParameters(statement, family, table),
    };
  });
  const draws = statement.parameters.map((source) => compileDraw(source, statement.name));
  return { name: statement.name, prepared: entry.prepared, texts, draws };
}

function compileDraw(source: ValueSource, statement: string): Draw {
  const draw = { parameter: 0, plus: 0, groups: 0 };
  switch (source.kind) {
    case "key-offset":
      return { ...draw, kind: source.kind, parameter: source.parameter, plus: source.plus };
    case "digits":
      return { ...draw, kind: source.kind, groups: source.groups };
    case "row-number":
      throw badWorkload(statement, "has a parameter that is a row number, which only a column can have");
    default:
      return { ...draw, kind: source.kind };
  }
}

function groupSlots(group: StatementGroup, statement: number): readonly Slot[] {
  return Array.from({ length: group.times }, (_, index) => ({
    statement,
    startsGroup: index === 0,
    drawsTable: index === 0 && group.ownTable,
  }));
}

function control(sql: string, prepared: boolean): ProgramStatement {
  return { name: sql, prepared, texts: [{ sql, pieces: [sql] }], draws: [] };
}

function controlSlot(statement: number): Slot {
  return { statement, startsGroup: false, drawsTable: false };
}

function badWorkload(where: string, what: string): LabError {
  return new LabError({
    code: "bug",
    message: `${where} ${what}`,
    hint: "correct the workload's file in src/workloads",
    where,
  });
}
