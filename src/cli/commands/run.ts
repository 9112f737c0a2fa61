import { runLab } from "../../measure/lab/run-lab.ts";
import { LabError } from "../../model/errors.ts";
import type { ExitCode } from "../../model/exit-codes.ts";
import type { Plan } from "../../model/plan.ts";
import type { Seconds } from "../../model/units.ts";
import { withMoreRounds } from "../../spec/more-rounds.ts";
import { newRunId } from "../../store/run-id.ts";
import type { Store, StoredRun } from "../../store/store.ts";
import type { Command } from "../command.ts";
import { type CommandInput, numberOption, readBudget } from "../command-input.ts";
import { type Context, note } from "../context.ts";
import { labDeps, withStore } from "../laboratory.ts";
import { preparePlan } from "../prepare-plan.ts";
import { minutes, progressLines } from "../progress-lines.ts";
import { readSpecArguments } from "../read-spec.ts";
import { chooseFormat, judgeStoredRun, renderFor } from "../show-run.ts";

export const runCommand: Command = {
  name: "run",
  summary: "measure and judge: a spec file, or two builds without one",
  examples: [
    "dbdyno run A=~/opt/mysql/8.0.37 B=~/opt/mysql/8.4.9",
    "dbdyno run A=postgres@16 B=postgres@17 point-query",
    "dbdyno run examples/demo.yaml --budget 20m",
    "dbdyno run --resume",
    "dbdyno run --resume 2026-11-30-demo --rounds 8",
  ],
  configure: (command) =>
    command
      .argument("[spec...]", "a spec file, or NAME=BUILD twice or more and then steps")
      .option("--budget <time>", "stop before this much time is spent: 90s, 20m, 2h")
      .option("--seed <n>", "order of everything that is drawn; printed in the report")
      .option("--resume [run]", "go on with a run (default: the latest) that was interrupted or left cells undecided")
      .option("--rounds <n>", "with --resume: go on to this many rounds"),
  run: async (input, context) => withStore(context, (store) => runOrResume(input, context, store)),
};

async function runOrResume(input: CommandInput, context: Context, store: Store): Promise<ExitCode> {
  const { resume } = input.options;
  if (resume === undefined) return measureAndShow(await newRun(input, context, store), input, context, store);
  const run = await store.readRun(typeof resume === "string" ? resume : null);
  return measureAndShow(await extend(run, input, store), input, context, store);
}

async function newRun(input: CommandInput, context: Context, store: Store): Promise<StoredRun> {
  const source = await readSpecArguments(input, context);
  const plan = await preparePlan(source, input, context);
  const startedAt = context.os.clock.wall().toISOString();
  const taken = (await store.listRuns()).map((run) => run.id);
  const record = {
    id: newRunId({ experiment: plan.experiment, startedAt, taken }),
    startedAt,
    plan,
    specText: source.text,
    specFile: source.file,
    command: ["dbdyno", "run", ...input.args, "--seed", String(plan.seed)],
  };
  await store.createRun(record);
  return store.readRun(record.id);
}

/** `--rounds N` asks for N rounds in all; the plan in the store changes with it, so that the verdict knows. */
async function extend(run: StoredRun, input: CommandInput, store: Store): Promise<StoredRun> {
  const asked = numberOption(input, "rounds", 1);
  const planned = run.plan.method.rounds.max;
  if (asked === null || asked <= planned) return run;
  const plan = withMoreRounds(run.plan, asked - planned);
  await store.replacePlan(run.id, plan);
  return { ...run, plan };
}

async function measureAndShow(run: StoredRun, input: CommandInput, context: Context, store: Store): Promise<ExitCode> {
  const budget = readBudget(input) ?? run.plan.method.budget;
  announce(run, budget, context);
  const deps = labDeps({ context, store, plan: run.plan, progress: progressLines(context) });
  const end = await runLab({ run, budget }, deps).catch((error: unknown) => {
    throw withResumeHint(error, run);
  });
  if (end === "budget-spent") note("the budget has no room for another round", context);
  const { document, exitCode } = judgeStoredRun(await store.readRun(run.id));
  context.io.out(renderFor(document, chooseFormat(null, context), context));
  return exitCode;
}

function announce(run: StoredRun, budget: Seconds | null, context: Context): void {
  note(`${run.id}: ${estimateSentence(run.plan, budget)}`, context);
  for (const warning of run.plan.warnings) note(`warning: ${warning.message}; ${warning.advice}`, context);
}

/** `4 cells, 3 to 6 rounds of 75 s after 20 s of set-up: 4.1 to 7.8 min, budget 10 min`. */
export function estimateSentence(plan: Plan, budget: Seconds | null): string {
  const { setUpSeconds, roundSeconds } = plan.estimate;
  const { min, max } = plan.method.rounds;
  const total = (rounds: number): string => minutes(setUpSeconds + rounds * roundSeconds);
  const limit = budget === null ? "no budget" : `budget ${minutes(budget)}`;
  const rounds = `${min} to ${max} rounds of ${minutes(roundSeconds)} after ${minutes(setUpSeconds)} of set-up`;
  return `${plan.cells.length} cells, ${rounds}: ${total(min)} to ${total(max)}, ${limit}`;
}

/** Whatever stops a run, what was measured is saved; the way on belongs into the message. */
function withResumeHint(error: unknown, run: StoredRun): unknown {
  if (!(error instanceof LabError) || error.code !== "interrupted") return error;
  return new LabError({
    code: "interrupted",
    message: "interrupted; servers are stopped, all whole measurements are saved",
    hint: `go on with: dbdyno run --resume ${run.id}`,
    cause: error,
  });
}
