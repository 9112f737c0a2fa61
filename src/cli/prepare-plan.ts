import { cacheDirectory } from "../measure/builds/resolve-build.ts";
import { openConnection } from "../measure/connect/open-connection.ts";
import { createDbmses } from "../measure/dbms/dbmses.ts";
import { MYSQL_RESERVED } from "../measure/dbms/mysql/command-line.ts";
import { POSTGRES_RESERVED } from "../measure/dbms/postgres/command-line.ts";
import { type Facts, gatherFacts } from "../measure/lab/facts.ts";
import type { Build } from "../model/build.ts";
import { LabError } from "../model/errors.ts";
import type { Plan, Variant } from "../model/plan.ts";
import { makePlan } from "../spec/make-plan.ts";
import { resolveSpec } from "../spec/resolve-spec.ts";
import type { ScriptFiles } from "../spec/script-files.ts";
import { specInvalid } from "../spec/spec-problems.ts";
import { type CommandInput, numberOption, readBudget } from "./command-input.ts";
import { type Context, note } from "./context.ts";
import type { SpecSource } from "./read-spec.ts";

/** Settings that dbdyno chooses itself, by family, with the reason. */
const RESERVED_SETTINGS = { mysql: MYSQL_RESERVED, postgres: POSTGRES_RESERVED };

/** Facts, then the plan. Fetches builds that the cache lacks. */
export async function preparePlan(source: SpecSource, input: CommandInput, context: Context): Promise<Plan> {
  const request = {
    spec: source.spec,
    specFolder: source.folder,
    labDirectory: context.labDirectory,
    cacheDirectory: cacheDirectory(context.io.env),
    signal: context.io.signal,
    onFetch: (build: string) => note(`fetching ${build}`, context),
  };
  const facts = await gatherFacts(request, context.os);
  const { builds, scripts } = checkFacts(source, facts);
  const dbmses = createDbmses({ os: context.os, cgroups: facts.host.cgroup, connect: openConnection });
  const budget = readBudget(input);
  return makePlan({
    spec: source.spec,
    builds,
    host: facts.host,
    scripts,
    seed: numberOption(input, "seed", 0) ?? newSeed(context),
    residentBytesOf: (variant: Variant) => dbmses[variant.build.family].residentBytes(variant.config),
    ...(budget === null ? {} : { budget }),
  });
}

interface FoundFacts {
  readonly builds: Readonly<Record<string, Build>>;
  readonly scripts: ScriptFiles;
}

/** Problems that need facts: all of the spec's at once, exit 2; a known build that cannot be had: exit 3. */
function checkFacts(source: SpecSource, facts: Facts): FoundFacts {
  const { problems, failures } = resolveSpec({
    spec: source.spec,
    positions: source.positions,
    facts: { ...facts, reservedSettings: RESERVED_SETTINGS },
  });
  if (problems.length > 0) throw specInvalid(problems);
  if (failures[0] !== undefined) throw failures[0];
  return { builds: withoutErrors(facts.builds), scripts: withoutErrors(facts.scripts) };
}

function withoutErrors<Value>(found: Readonly<Record<string, Value | LabError>>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, Value] => !(entry[1] instanceof LabError)),
  );
}

/** The clock is enough: the seed only has to differ between runs, and it is printed and stored. */
function newSeed(context: Context): number {
  return context.os.clock.wall().getTime() % 1_000_000_007;
}
