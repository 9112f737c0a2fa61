/** Builds, a machine and plans for the tests of this folder. */
import type { Build } from "../model/build.ts";
import type { HostFacts } from "../model/host.ts";
import type { Plan } from "../model/plan.ts";
import type { Spec } from "../model/spec.ts";
import type { Seconds } from "../model/units.ts";
import { makePlan } from "./make-plan.ts";
import { parseSpec } from "./parse-spec.ts";
import { formatProblems } from "./spec-problems.ts";

export const HOST: HostFacts = {
  hostname: "bench",
  kernel: "6.1.0",
  cpuModel: "any",
  cpus: [0, 1],
  cores: 2,
  memory: { totalBytes: 2 * 1024 ** 3, availableBytes: 1024 ** 3 },
  fileSystem: "ext4",
  cgroup: { version: null, freezer: null, cpuacct: null },
  isRoot: false,
  userNamespaces: true,
};

export function mysqlBuild(version = "5.6.24", digest = `mysql-${version}`): Build {
  return {
    reference: { kind: "catalogue", family: "mysql", version },
    family: "mysql",
    version,
    versionLine: `mysqld  Ver ${version}`,
    basedir: `/cache/mysql-${version}`,
    binary: `/cache/mysql-${version}/bin/mysqld`,
    libraryPath: null,
    digest,
    origin: "npm",
    resolvedAt: "2026-11-30T00:00:00Z",
  };
}

export function postgresBuild(version: string): Build {
  return {
    ...mysqlBuild(version, `postgres-${version}`),
    reference: { kind: "catalogue", family: "postgres", version },
    family: "postgres",
  };
}

/** The spec of `text`, which must be right. */
export function specOf(text: string): Spec {
  const { spec, problems } = parseSpec({ text, file: "test.yaml" });
  if (spec === null) throw new Error(formatProblems(problems));
  return spec;
}

/** Problems of `text` as they are printed. */
export function problemsOf(text: string): string {
  return formatProblems(parseSpec({ text, file: "test.yaml" }).problems);
}

/** Every variant gets the build its reference names. */
export function buildsOf(spec: Spec): Readonly<Record<string, Build>> {
  return Object.fromEntries(
    spec.variants.map(({ name, build }) => [
      name,
      build.kind === "catalogue" && build.family === "postgres"
        ? postgresBuild(build.version)
        : mysqlBuild(build.kind === "catalogue" ? build.version : undefined),
    ]),
  );
}

export function planOf(text: string, seed = 1): Plan {
  return planFor(specOf(text), seed);
}

export function planFor(spec: Spec, seed = 1, host: HostFacts = HOST): Plan {
  return makePlan({ spec, builds: buildsOf(spec), host, seed, residentBytesOf: () => 200e6 });
}

/** Wall time of the whole run as estimated: set-up and every round that may be needed. */
export function plannedSeconds({ estimate, method }: Plan): Seconds {
  return estimate.setUpSeconds + method.rounds.max * estimate.roundSeconds;
}
