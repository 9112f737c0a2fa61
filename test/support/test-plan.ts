import type { Build } from "../../src/model/build.ts";
import type { HostFacts } from "../../src/model/host.ts";
import type { Plan } from "../../src/model/plan.ts";
import type { WorkloadEntry } from "../../src/model/workload.ts";
import { comparisonSpec } from "../../src/spec/default-spec.ts";
import { makePlan } from "../../src/spec/make-plan.ts";

export interface TestPlanOptions {
  readonly steps: readonly string[];
  readonly rounds: { readonly min: number; readonly max: number };
  /** Absent: in closed loop alone. */
  readonly openLoop?: WorkloadEntry["openLoop"];
}

/** Two variants A and B of one MySQL build, 8 clients, measurements of 3 s; no server is looked at. */
export function makeTestPlan({ steps, rounds, openLoop }: TestPlanOptions): Plan {
  const reference = { kind: "catalogue", family: "mysql", version: "5.6.24" } as const;
  const spec = comparisonSpec({ variants: ["A", "B"].map((name) => ({ name, build: reference })), steps });
  const method = { ...spec.method, rounds, budget: null };
  return makePlan({
    spec: {
      ...spec,
      workloads: spec.workloads.map((entry) => ({ ...entry, rows: 1000, ...(openLoop && { openLoop }) })),
      clients: [8],
      method,
    },
    builds: { A: TEST_BUILD, B: TEST_BUILD },
    host: TEST_HOST,
    seed: 1,
    residentBytesOf: () => 2 ** 28,
  });
}

export const TEST_BUILD: Build = {
  reference: { kind: "catalogue", family: "mysql", version: "5.6.24" },
  family: "mysql",
  version: "5.6.24",
  versionLine: "mysqld  Ver 5.6.24 for Linux on x86_64",
  basedir: "/opt/mysql",
  binary: "/opt/mysql/bin/mysqld",
  libraryPath: null,
  digest: "0".repeat(64),
  origin: "test",
  resolvedAt: "2026-01-01T00:00:00.000Z",
};

export const TEST_HOST: HostFacts = {
  hostname: "test",
  kernel: "6.1.0",
  cpuModel: "a CPU",
  cpus: [0, 1],
  cores: 2,
  memory: { totalBytes: 16 * 2 ** 30, availableBytes: 12 * 2 ** 30 },
  fileSystem: "ext4",
  cgroup: { version: null, freezer: null, cpuacct: null },
  isRoot: false,
  userNamespaces: true,
};
