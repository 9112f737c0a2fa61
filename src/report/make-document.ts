import type { Measurement } from "../model/measurement.ts";
import type { Plan } from "../model/plan.ts";
import type { Seconds, Timestamp } from "../model/units.ts";
import type { CellVerdict } from "../model/verdict.ts";
import { collectWarnings } from "./collect-warnings.ts";
import { diffSettings } from "./config-diff.ts";
import {
  REPORT_SCHEMA,
  type ReportDocument,
  type ReportedRun,
  type ReportedVariant,
  type RunState,
} from "./document.ts";
import { environmentLine } from "./environment-line.ts";
import { makeCells } from "./make-cells.ts";
import { nextCommand } from "./next-command.ts";
import { notMeasured } from "./not-measured.ts";
import { repeatCommands } from "./repeat-commands.ts";

/** A run as the store keeps it; the store's own type has these fields. */
export interface RunToReport {
  readonly id: string;
  readonly startedAt: Timestamp;
  readonly plan: Plan;
  readonly specText: string;
  readonly specFile: string | null;
  readonly command: readonly string[];
  readonly state: RunState;
  readonly spentSeconds: Seconds;
  readonly measurements: readonly Measurement[];
  readonly variantFacts: readonly ServerFacts[];
}

/** What one variant's running server told of itself. */
export interface ServerFacts {
  readonly variant: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly commandLine: readonly string[];
}

export interface ReportInput {
  readonly run: RunToReport;
  readonly verdicts: readonly CellVerdict[];
  readonly headlines: readonly string[];
  /** Folder of the lab as the user gave it, for the commands that the report shows. Null or absent: the default. */
  readonly lab?: string | null;
}

/** The report of a run and what was judged of it. The same input gives the same bytes in every format. */
export function makeReport(input: ReportInput): ReportDocument {
  const { run, verdicts, lab = null } = input;
  const { plan } = run;
  const cells = makeCells(plan, { run: { id: run.id, lab }, verdicts });
  const settings = settingsOf(run);
  const variants = plan.variants.map((variant) => reportedVariant(variant, run));
  return {
    schema: REPORT_SCHEMA,
    run: reportedRun(run),
    headlines: input.headlines,
    environment: { line: environmentLine(plan), host: plan.host, cpus: plan.cpus, listen: plan.listen },
    baseline: plan.baseline,
    factor: plan.factor,
    method: plan.method,
    variants,
    settings,
    imposed: plan.imposed,
    cells,
    warnings: collectWarnings(plan, verdicts, run.measurements),
    notMeasured: notMeasured(run.state, cells, settings),
    repeat: repeatCommands({ command: run.command, seed: plan.seed, lab }, variants, plan.workloads),
    next: nextCommand({ ...run, lab }, cells),
  };
}

function reportedRun(run: RunToReport): ReportedRun {
  return {
    id: run.id,
    experiment: run.plan.experiment,
    startedAt: run.startedAt,
    state: run.state,
    spentSeconds: run.spentSeconds,
    seed: run.plan.seed,
    measurements: run.measurements.length,
    specFile: run.specFile,
    specText: run.specText,
  };
}

function reportedVariant(variant: Plan["variants"][number], run: RunToReport): ReportedVariant {
  const { family, version, versionLine, digest, origin } = variant.build;
  const facts = run.variantFacts.find((each) => each.variant === variant.name);
  return {
    name: variant.name,
    isBaseline: variant.name === run.plan.baseline,
    family,
    version,
    versionLine,
    digest,
    origin,
    config: variant.config,
    driver: variant.driver ?? run.plan.method.driver,
    driverOptions: variant.driverOptions ?? [],
    commandLine: facts?.commandLine ?? [],
  };
}

function settingsOf({ plan, variantFacts }: RunToReport): ReportDocument["settings"] {
  const variants = plan.variants.map(({ name, build }) => ({
    variant: name,
    build: build.digest,
    variables: variantFacts.find((facts) => facts.variant === name)?.variables ?? null,
  }));
  const declared = [...plan.factor, ...plan.variants.flatMap(({ config }) => Object.keys(config))];
  return diffSettings(variants, { declared, buildFactor: buildFactorOf(plan) });
}

/** The declared factor that makes the builds differ: their other defaults follow from it. Null where there is none. */
function buildFactorOf({ factor }: Plan): string | null {
  return ["version", "build", "as-shipped"].find((name) => factor.includes(name)) ?? null;
}
