/**
 * What a run says, as one value: every renderer reads this and nothing else, and `--json` prints it. Numbers are in
 * SI base units and not rounded. Fields may be added within version 1; none is renamed or removed.
 */
import type { Family } from "../model/build.ts";
import type { HostFacts } from "../model/host.ts";
import type { CellOpenLoop, Plan } from "../model/plan.ts";
import type { DriverName, Method, Placement } from "../model/spec.ts";
import type { Fraction, Seconds, Timestamp } from "../model/units.ts";
import type { CellFigures, Difference, Metric, PerOperationColumn, VerdictKind } from "../model/verdict.ts";
import type { WarningCode } from "../model/warning.ts";

export const REPORT_SCHEMA = "dbdyno-report/1";

export interface ReportDocument {
  readonly schema: typeof REPORT_SCHEMA;
  readonly run: ReportedRun;
  /** One or more sentences a variant, the most important first. */
  readonly headlines: readonly string[];
  readonly environment: ReportedEnvironment;
  readonly baseline: string;
  /** What was declared to differ. */
  readonly factor: readonly string[];
  readonly method: Method;
  /** In the order of the spec. */
  readonly variants: readonly ReportedVariant[];
  readonly settings: SettingsDiff;
  /** Settings that the plan gave every variant alike, and why. */
  readonly imposed: Plan["imposed"];
  /** In the order of the plan. */
  readonly cells: readonly ReportedCell[];
  readonly warnings: readonly ReportedWarning[];
  readonly notMeasured: readonly NotMeasured[];
  /** Commands that make the same measurements again. */
  readonly repeat: readonly RepeatCommand[];
  readonly next: NextCommand;
}

export type RunState = "running" | "done" | "interrupted" | "failed";

export interface ReportedRun {
  readonly id: string;
  readonly experiment: string;
  readonly startedAt: Timestamp;
  readonly state: RunState;
  readonly spentSeconds: Seconds;
  readonly seed: number;
  readonly measurements: number;
  readonly specFile: string | null;
  readonly specText: string;
}

export interface ReportedEnvironment {
  /** Cores, memory, kernel, file system and placement in one line. */
  readonly line: string;
  readonly host: HostFacts;
  readonly cpus: Placement | null;
  readonly listen: "socket" | "tcp";
}

export interface ReportedVariant {
  readonly name: string;
  readonly isBaseline: boolean;
  readonly family: Family;
  readonly version: string;
  readonly versionLine: string;
  /** sha256 of the server's binary. */
  readonly digest: string;
  readonly origin: string;
  readonly config: Readonly<Record<string, string>>;
  /** What made the load; a workload that is a script has its own. */
  readonly driver: DriverName;
  /** Words for its command line that are this variant's own. */
  readonly driverOptions: readonly string[];
  /** Of the started server; empty when it was never started. */
  readonly commandLine: readonly string[];
}

export interface SettingsDiff {
  /** Settings that each variant has, with different values. Declared ones first, then by name. */
  readonly differing: readonly DifferingSetting[];
  /** Settings that only some variants have, by name. */
  readonly partial: readonly PartialSetting[];
  /** Left out of both: they differ by construction. */
  readonly ignored: readonly { readonly name: string; readonly reason: string }[];
  /** Variants whose server told nothing yet; they are not compared. */
  readonly unread: readonly string[];
}

export interface DifferingSetting {
  readonly name: string;
  /** By variant. */
  readonly values: Readonly<Record<string, string>>;
  /** True for a setting of the spec: in a variant's `config` or the factor. */
  readonly declared: boolean;
  /**
   * `version`, `build` or `as-shipped` for a setting that nobody declared and that is the same in all variants of one build,
   * where that factor is declared: another default of another build. Null: it does not follow from the factor.
   */
  readonly followsFrom: string | null;
}

export interface PartialSetting {
  readonly name: string;
  /** Of those variants that have it. */
  readonly values: Readonly<Record<string, string>>;
}

export interface ReportedCell {
  readonly id: string;
  readonly workload: string;
  readonly step: string;
  readonly clients: number;
  readonly effect: "read" | "write";
  /** Null: timed. */
  readonly operations: number | null;
  /** What `difference` of its rows is the ratio of. */
  readonly metric: Metric;
  /** Null: the loop is closed. */
  readonly openLoop: CellOpenLoop | null;
  /** One a variant, the baseline first. */
  readonly rows: readonly ReportedRow[];
}

export interface ReportedRow extends CellFigures {
  readonly variant: string;
  /** `baseline`, a verdict, or `not measured`. */
  readonly verdict: VerdictKind | "baseline" | "not measured";
  /** The cell's metric of the variant / of the baseline. Null for the baseline, and before two rounds are whole. */
  readonly difference: Difference | null;
  readonly sequentialP: number | null;
  readonly adjustedP: number | null;
  /** Whole rounds that count. */
  readonly rounds: number;
  readonly undecided: ReportedAdvice | null;
  /** Ratios to the baseline with unadjusted intervals: for reading, not for verdicts. */
  readonly perOperationDifferences: Readonly<Partial<Record<PerOperationColumn, Difference>>>;
}

export interface ReportedAdvice {
  /** Null before two rounds are whole. */
  readonly decidableMargin: Fraction | null;
  /** The smallest change that would have been called a difference with the noise seen; null before two rounds. */
  readonly detectableEffect: Fraction | null;
  readonly roundsNeeded: number | null;
  readonly secondsNeeded: Seconds | null;
  /** `excludes changes above 12 %, could have shown one of 7 %; needs about 5 more rounds (9 min)`. */
  readonly sentence: string;
  /** Null where more rounds would not help: the sentence says what does. */
  readonly command: string | null;
}

export interface ReportedWarning {
  readonly code: WarningCode;
  readonly message: string;
  readonly advice: string;
  /** Cells, `cell variant` pairs, or `run`. */
  readonly where: readonly string[];
  /** How many measurements carried it; 0 where it is about a cell or the run. */
  readonly measurements: number;
}

export interface NotMeasured {
  readonly what: string;
  readonly why: string;
}

export interface RepeatCommand {
  /** `the run`, `server of off`. */
  readonly what: string;
  /** Quoted for a POSIX shell. */
  readonly command: string;
}

export interface NextCommand {
  readonly command: string;
  readonly why: string;
}
