/** Tables run, variant_facts and variable. */
import type { DatabaseSync } from "node:sqlite";
import type { Plan } from "../../model/plan.ts";
import type { Seconds } from "../../model/units.ts";
import type { RunRecord, RunState, RunSummary, StoredRun, VariantFacts } from "../store.ts";
import { finite, number, type Row, text, textList, textOrNull } from "./values.ts";

const NEWEST_FIRST = "ORDER BY started_at DESC, number DESC";

const STATES: readonly RunState[] = ["running", "done", "interrupted", "failed"];

/** A run without its measurements and facts, and its number in the tables. */
export interface RunRow {
  readonly number: number;
  readonly run: Omit<StoredRun, "measurements" | "variantFacts">;
}

/** Throws SQLite's constraint error when the id is taken. */
export function insertRun(db: DatabaseSync, run: RunRecord): void {
  db.prepare(
    `INSERT INTO run (id, experiment, started_at, state, spent_seconds, command, spec_file, spec_text, plan)
     VALUES (?, ?, ?, 'running', 0, ?, ?, ?, ?)`,
  ).run(
    run.id,
    run.plan.experiment,
    run.startedAt,
    JSON.stringify(run.command),
    run.specFile,
    run.specText,
    JSON.stringify(run.plan),
  );
}

/** False when there is no such run. */
export function updateRunState(
  db: DatabaseSync,
  id: string,
  change: { readonly state: RunState; readonly spentSeconds: Seconds },
): boolean {
  const spent = finite("spent seconds", change.spentSeconds);
  const result = db.prepare("UPDATE run SET state = ?, spent_seconds = ? WHERE id = ?").run(change.state, spent, id);
  return result.changes === 1;
}

/** False when there is no such run. */
export function updatePlan(db: DatabaseSync, id: string, plan: Plan): boolean {
  const result = db.prepare("UPDATE run SET plan = ? WHERE id = ?").run(JSON.stringify(plan), id);
  return result.changes === 1;
}

/** Newest first. */
export function selectRunSummaries(db: DatabaseSync): readonly RunSummary[] {
  const rows = db
    .prepare(
      `SELECT id, experiment, started_at, state,
              (SELECT count(*) FROM measurement m WHERE m.run = run.number) AS measurements
       FROM run ${NEWEST_FIRST}`,
    )
    .all();
  return rows.map((row) => ({
    id: text(row, "id"),
    experiment: text(row, "experiment"),
    startedAt: text(row, "started_at"),
    state: runState(row),
    measurements: number(row, "measurements"),
  }));
}

/** The run with this id, for null the newest; null when there is none. */
export function selectRun(db: DatabaseSync, id: string | null): RunRow | null {
  const row =
    id === null
      ? db.prepare(`SELECT * FROM run ${NEWEST_FIRST} LIMIT 1`).get()
      : db.prepare("SELECT * FROM run WHERE id = ?").get(id);
  return row === undefined ? null : toRun(row);
}

function toRun(row: Row): RunRow {
  const plan: Plan = JSON.parse(text(row, "plan"));
  const run = {
    id: text(row, "id"),
    startedAt: text(row, "started_at"),
    plan,
    specText: text(row, "spec_text"),
    specFile: textOrNull(row, "spec_file"),
    command: textList(row, "command"),
    state: runState(row),
    spentSeconds: number(row, "spent_seconds"),
  };
  return { number: number(row, "number"), run };
}

/** The run's number; null when there is no such run. */
export function selectRunNumber(db: DatabaseSync, id: string): number | null {
  const row = db.prepare("SELECT number FROM run WHERE id = ?").get(id);
  return row === undefined ? null : number(row, "number");
}

/** Puts the facts of a variant in the place of those there are. To be called in a transaction. */
export function replaceVariantFacts(db: DatabaseSync, runNumber: number, facts: VariantFacts): void {
  db.prepare("DELETE FROM variant_facts WHERE run = ? AND variant = ?").run(runNumber, facts.variant);
  db.prepare("INSERT INTO variant_facts (run, variant, command_line) VALUES (?, ?, ?)").run(
    runNumber,
    facts.variant,
    JSON.stringify(facts.commandLine),
  );
  const insert = db.prepare("INSERT INTO variable (run, variant, name, value) VALUES (?, ?, ?, ?)");
  for (const [name, value] of Object.entries(facts.variables)) insert.run(runNumber, facts.variant, name, value);
}

/** By variant name, ascending. */
export function selectVariantFacts(db: DatabaseSync, runNumber: number): readonly VariantFacts[] {
  const variables = db.prepare("SELECT name, value FROM variable WHERE run = ? AND variant = ? ORDER BY name");
  return db
    .prepare("SELECT variant, command_line FROM variant_facts WHERE run = ? ORDER BY variant")
    .all(runNumber)
    .map((row) => {
      const variant = text(row, "variant");
      const entries = variables.all(runNumber, variant).map((v) => [text(v, "name"), text(v, "value")] as const);
      return { variant, variables: Object.fromEntries(entries), commandLine: textList(row, "command_line") };
    });
}

function runState(row: Row): RunState {
  const state = STATES.find((known) => known === row.state);
  if (state === undefined) throw new TypeError(`state ${text(row, "state")} passed the CHECK of its table`);
  return state;
}
