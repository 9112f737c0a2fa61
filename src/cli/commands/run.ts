import { judgeRun, openCells } from "../../judge/verdict/judge-run.ts";
import { cacheDirectory, resolveBuild } from "../../measure/builds/resolve-build.ts";
import { exclusively, type LockRequest } from "../../measure/lab/lab-lock.ts";
import { runLab } from "../../measure/lab/run-lab.ts";
import { assertSameScripts } from "../../measure/lab/same-scripts.ts";
import { LabError } from "../../model/errors.ts";
import type { ExitCode } from "../../model/exit-codes.ts";
import type { HostFacts } from "../../model/host.ts";
import type { Plan } from "../../model/plan.ts";
import type { Seconds } from "../../model/units.ts";
import { gatherHostFacts } from "../../os/host.ts";
import { resumeCommand } from "../../report/dbdyno-command.ts";
import { estimateSentence } from "../../spec/estimate-sentence.ts";
import { withMoreRounds } from "../../spec/more-rounds.ts";
import { nextMeasurement } from "../../spec/next-measurement.ts";
import { newRunId } from "../../store/run-id.ts";
import type { Store, StoredRun } from "../../store/store.ts";
import type { Command } from "../command.ts";
import { type CommandInput, numberOption, readBudget, textOption } from "../command-input.ts";
import { type Context, note } from "../context.ts";
import { driverWords } from "../driver-input.ts";
import { labDeps, withExistingStore, withStore } from "../laboratory.ts";
import { preparePlan } from "../prepare-plan.ts";
import { progressLines } from "../progress-lines.ts";
import { readSpecArguments, type SpecSource } from "../read-spec.ts";
import { chooseFormat, judgeStoredRun, renderFor } from "../show-run.ts";

export const runCommand: Command = {
  name: "run",
  summary: "measure and judge: a spec file, or two builds without one",
  examples: [
    "dbdyno run A=~/opt/mysql/8.0.37 B=~/opt/mysql/8.4.9",
    "dbdyno run A=postgres@16 B=postgres@17 point-query",
    "dbdyno run examples/demo.yaml --budget 20m",
    "dbdyno run A=postgres@16 B=postgres@17 read-only --driver sysbench -- --range-size=50",
    "dbdyno run --resume",
    "dbdyno run --resume 2026-11-30-demo --rounds 8",
  ],
  passesThrough: true,
  configure: (command) =>
    command
      .argument(
        "[spec...]",
        "a spec file, or NAME=BUILD twice or more and then steps; behind --: the driver's own options",
      )
      .option("--budget <time>", "stop before this much time is spent: 90s, 20m, 2h")
      .option("--seed <n>", "order of everything that is drawn; printed in the report")
      .option("--driver <name>", "what makes the load: native, sysbench or pgbench")
      .option(
        "--resume [run]",
        "go on with a run that was interrupted or left cells undecided (default: the latest run)",
      )
      .option("--rounds <n>", "with --resume: go on to this many rounds"),
  run: async (input, context) => (input.options.resume === undefined ? runNew(input, context) : resume(input, context)),
};

/** Nothing is made before the spec is read and the plan stands: a wrong call leaves no lab behind. */
async function runNew(input: CommandInput, context: Context): Promise<ExitCode> {
  if (textOption(input, "rounds") !== null)
    throw misplaced("--rounds", "belongs to --resume", "rounds: { max: 8 } in the spec");
  const source = await readSpecArguments(input, context);
  const plan = await preparePlan(source, input, context).catch((error: unknown) => {
    throw interruptedBy(error, "nothing was measured yet", "run the same command again");
  });
  return withStore(context, (store) =>
    exclusively(lockRequest(`run of ${plan.experiment}`, context), async () => {
      const run = await createRun({ source, plan }, input, context, store);
      return measureAndShow({ run, host: plan.host }, input, context, store);
    }),
  );
}

/** Goes on with a stored run, on the same binaries and with what this machine allows now. */
async function resume(input: CommandInput, context: Context): Promise<ExitCode> {
  const given = givenAnew(input);
  if (given) throw misplaced(given, "does not go with --resume: the run has its own", "dbdyno run --resume RUN");
  const { resume: name } = input.options;
  return withExistingStore(context, async (store) => {
    const stored = await store.readRun(typeof name === "string" ? name : null);
    await assertSameBuilds(stored.plan, context);
    await assertSameScripts(stored.plan, context.os);
    return exclusively(lockRequest(`run ${stored.id}`, context), async () => {
      const run = await extend(stored, input, context, store);
      const host = await gatherHostFacts(context.os, context.labDirectory);
      return measureAndShow({ run, host }, input, context, store);
    });
  });
}

function lockRequest(what: string, { os, labDirectory }: Context): LockRequest {
  return { os, lab: labDirectory, what };
}

/** What a run has of its own, and so cannot be given to it again. */
function givenAnew(input: CommandInput): string | undefined {
  if (input.args.length > 0) return input.args.join(" ");
  const { passedThrough = [] } = input;
  if (passedThrough.length > 0) return ["--", ...passedThrough].join(" ");
  return ["seed", "driver"].filter((name) => textOption(input, name) !== null).map((name) => `--${name}`)[0];
}

function misplaced(what: string, why: string, remedy: string): LabError {
  return new LabError({ code: "usage", message: `${what} ${why}`, hint: remedy });
}

async function createRun(
  { source, plan }: { readonly source: SpecSource; readonly plan: Plan },
  input: CommandInput,
  context: Context,
  store: Store,
): Promise<StoredRun> {
  const startedAt = context.os.clock.wall().toISOString();
  const taken = (await store.listRuns()).map((run) => run.id);
  const budget = textOption(input, "budget");
  const driver = driverWords(input);
  const record = {
    id: newRunId({ experiment: plan.experiment, startedAt, taken }),
    startedAt,
    plan,
    specText: source.text,
    specFile: source.file,
    // Everything that enters the plan: the budget decides how many rounds there may be.
    command: [
      "dbdyno",
      "run",
      ...input.args,
      ...(budget === null ? [] : ["--budget", budget]),
      ...driver.option,
      "--seed",
      `${plan.seed}`,
      ...driver.behind,
    ],
  };
  await store.createRun(record);
  return store.readRun(record.id);
}

/** A basedir that was built anew since is another build: its measurements must not be mixed with the old ones. */
async function assertSameBuilds(plan: Plan, context: Context): Promise<void> {
  const deps = { os: context.os, cacheDirectory: cacheDirectory(context.io.env), signal: context.io.signal };
  for (const { name, build } of plan.variants) {
    const now = await resolveBuild(build.reference, deps);
    if (now.digest === build.digest) continue;
    throw new LabError({
      code: "plan-impossible",
      message: `${build.binary} of variant ${name} is not the binary that this run began with`,
      hint: "start a new run: measurements of two builds cannot stand for one variant",
      where: build.binary,
    });
  }
}

/**
 * `--rounds N` asks for N rounds in all. Without it, a run whose rounds are spent while cells are undecided gets as many
 * more as it had at least. The plan in the store changes with it, so that the verdict knows.
 */
async function extend(run: StoredRun, input: CommandInput, context: Context, store: Store): Promise<StoredRun> {
  const { rounds } = run.plan.method;
  const asked = numberOption(input, "rounds", 1) ?? (isSpent(run) ? rounds.max + rounds.min : rounds.max);
  if (asked <= rounds.max) return run;
  const plan = withMoreRounds(run.plan, asked - rounds.max);
  note(`${run.id}: going on to ${asked} rounds, ${rounds.max} were planned`, context);
  await store.replacePlan(run.id, plan);
  return { ...run, plan };
}

function isSpent({ plan, measurements }: StoredRun): boolean {
  const next = nextMeasurement(plan, measurements, openCells(plan, judgeRun(plan, measurements)));
  return next.kind === "end" && next.reason === "rounds-spent";
}

async function measureAndShow(
  { run, host }: { readonly run: StoredRun; readonly host: HostFacts },
  input: CommandInput,
  context: Context,
  store: Store,
): Promise<ExitCode> {
  const budget = readBudget(input) ?? run.plan.method.budget;
  announce(run, budget, context);
  const deps = await labDeps({ context, store, plan: run.plan, host, progress: progressLines(context) });
  const end = await runLab({ run, budget }, deps).catch((error: unknown) => {
    const resume = `go on with: ${resumeCommand({ id: run.id, lab: context.lab }, null)}`;
    const state = "servers are stopped, all whole measurements are saved";
    throw goingOn(interruptedBy(error, state, resume), `${state}; then ${resume}`);
  });
  if (end === "budget-spent") note("the budget has no room for another round", context);
  const measured = await store.readRun(run.id);
  const { document, exitCode } = judgeStoredRun(measured, context.lab);
  context.io.out(await renderFor(measured, document, chooseFormat(null, context), context));
  return exitCode;
}

function announce(run: StoredRun, budget: Seconds | null, context: Context): void {
  note(`${run.id}: ${estimateSentence(run.plan, budget)}`, context);
  for (const warning of run.plan.warnings) note(`warning: ${warning.message}; ${warning.advice}`, context);
}

/** What failed in the middle of a run can be mended, and the run goes on from what is saved. */
function goingOn(error: unknown, resume: string): unknown {
  if (!(error instanceof LabError) || error.code === "interrupted" || error.code === "bug") return error;
  const { code, message, hint, where, cause } = error;
  return new LabError({ code, message, hint: `${hint}; ${resume}`, ...(where && { where }), cause });
}

/** An interruption with what it means here; other errors as they are. */
function interruptedBy(error: unknown, state: string, hint: string): unknown {
  if (!(error instanceof LabError) || error.code !== "interrupted") return error;
  return new LabError({ code: "interrupted", message: `interrupted; ${state}`, hint, cause: error });
}
