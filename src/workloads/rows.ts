/** The rows that a table is loaded with, drawn from a seed. */
import type { Family } from "../model/build.ts";
import { LabError } from "../model/errors.ts";
import type { Column, KeyDistribution, TableDefinition } from "../model/workload.ts";
import { digitString } from "./digits.ts";
import { createKeys, type DrawKey } from "./keys.ts";
import { createRandom, deriveSeed, type Random } from "./random.ts";

export interface RowsRequest {
  readonly definition: TableDefinition;
  /** The table's number, from 1: `sbtest1`. */
  readonly table: number;
  /** Rows of the whole table: what keys are drawn from. */
  readonly rows: number;
  /** From 1. */
  readonly firstRow: number;
  readonly count: number;
  readonly seed: number;
  readonly keys: KeyDistribution;
}

export type RowValue = number | string;

/**
 * `count` rows from `firstRow` on, one value a column in the schema's order. A row depends on the seed, the table and
 * its own number alone: chunks of any size, in any order, give the same table.
 */
export function tableRows(request: RowsRequest): readonly (readonly RowValue[])[] {
  const drawKey = createKeys(request.keys, request.rows);
  const tableSeed = deriveSeed(request.seed, "rows", request.definition.prefix, request.table);
  return Array.from({ length: request.count }, (_, index) => {
    const number = request.firstRow + index;
    const random = createRandom(deriveSeed(tableSeed, number));
    return request.definition.columns.map((column) => columnValue(column, { number, random, drawKey }));
  });
}

/**
 * One INSERT of `count` rows. MySQL is given the keys of serial columns, so that they are 1 ... rows whatever
 * auto_increment_increment says; PostgreSQL takes them from the sequence, which would otherwise start again at 1 when
 * the load inserts.
 */
export function insertStatement(request: RowsRequest & { readonly family: Family }): string {
  const { definition, table, family } = request;
  const written = definition.columns.map((column) => family !== "postgres" || column.type.kind !== "serial");
  const names = definition.columns.filter((_, index) => written[index]).map((column) => column.name);
  const tuples = tableRows(request).map((row) => {
    const values = row.filter((_, index) => written[index]).map(literal);
    return `(${values.join(", ")})`;
  });
  return `INSERT INTO ${tableName(definition, table)} (${names.join(", ")}) VALUES ${tuples.join(", ")}`;
}

/** `sbtest1`. */
export function tableName(definition: TableDefinition, number: number): string {
  return `${definition.prefix}${number}`;
}

interface RowContext {
  readonly number: number;
  readonly random: Random;
  readonly drawKey: DrawKey;
}

function columnValue(column: Column, { number, random, drawKey }: RowContext): RowValue {
  const { value } = column;
  switch (value.kind) {
    case "row-number":
      return number;
    case "key":
      return drawKey(random);
    case "digits":
      return digitString(random, value.groups);
    default:
      throw new LabError({
        code: "bug",
        message: `column ${column.name} asks for ${value.kind}, which only a statement's parameter can have`,
        hint: "correct the schema of this workload in src/workloads",
        where: column.name,
      });
  }
}

/** Values are our own digits and numbers: nothing in them needs an escape. */
function literal(value: RowValue): string {
  return typeof value === "number" ? String(value) : `'${value}'`;
}
