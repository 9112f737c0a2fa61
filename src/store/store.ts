/** The port of the store: where MEASURE and JUDGE meet. One contract suite (`test/contract/store.ts`) holds for every adapter. */
import type { Measurement } from "../model/measurement.ts";
import type { Plan } from "../model/plan.ts";
import type { Seconds, Timestamp } from "../model/units.ts";

export type RunState = "running" | "done" | "interrupted" | "failed";

export interface RunRecord {
  /** `2026-11-30-<experiment>`, with `-2`, `-3` where it is taken. */
  readonly id: string;
  readonly startedAt: Timestamp;
  readonly plan: Plan;
  /** The spec's text as given, for the exact repeat. Empty for a run without a spec. */
  readonly specText: string;
  readonly specFile: string | null;
  /** The command line that started it. */
  readonly command: readonly string[];
}

export interface RunSummary {
  readonly id: string;
  readonly experiment: string;
  readonly startedAt: Timestamp;
  readonly state: RunState;
  readonly measurements: number;
}

export interface VariantFacts {
  readonly variant: string;
  /** Effective variables as the running server told them. */
  readonly variables: Readonly<Record<string, string>>;
  readonly commandLine: readonly string[];
}

export interface Store {
  /** Throws `store-failed` when the id is taken. */
  createRun(run: RunRecord): Promise<void>;
  setRunState(id: string, state: RunState, spentSeconds: Seconds): Promise<void>;
  /** For a run that goes on with more rounds. Throws `run-not-found`. */
  replacePlan(id: string, plan: Plan): Promise<void>;
  /** Newest first. */
  listRuns(): Promise<readonly RunSummary[]>;
  /** Throws `run-not-found` with the ids there are. Null asks for the newest. */
  readRun(id: string | null): Promise<StoredRun>;
  /** One transaction, on disk when it returns. */
  saveMeasurement(runId: string, measurement: Measurement): Promise<void>;
  saveVariantFacts(runId: string, facts: VariantFacts): Promise<void>;
  close(): Promise<void>;
}

export interface StoredRun extends RunRecord {
  readonly state: RunState;
  readonly spentSeconds: Seconds;
  /** In the order in which they were saved. */
  readonly measurements: readonly Measurement[];
  readonly variantFacts: readonly VariantFacts[];
}
