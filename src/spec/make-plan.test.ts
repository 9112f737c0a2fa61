import { describe, expect, it } from "vitest";
import { createDbmses } from "../measure/dbms/dbmses.ts";
import { createFakeOs } from "../os/fake-os.ts";
import { onDiskFormat } from "./estimate.ts";
import { makePlan } from "./make-plan.ts";
import { buildsOf, HOST, mysqlBuild, plannedSeconds, planOf, postgresBuild, specOf } from "./test-samples.ts";

const TWO = `variants:
  A: { build: mysql@5.6.24 }
  B: { build: mysql@5.6.24, config: { performance_schema: ON } }
baseline: A
`;
const BOTH = `${TWO}workloads: [{ oltp: { steps: [point-query, read-write], rows: 100k } }]\nclients: [1, 8]\n`;

function failureOf(text: string, options: { readonly residentBytes?: number; readonly budget?: number } = {}) {
  const spec = specOf(text);
  const { residentBytes = 200e6, budget } = options;
  try {
    makePlan({
      spec,
      builds: buildsOf(spec),
      host: HOST,
      seed: 1,
      residentBytesOf: () => residentBytes,
      ...(budget !== undefined && { budget }),
    });
  } catch (error) {
    return error;
  }
  throw new Error("the plan was made");
}

describe("a plan", () => {
  it("has a cell for each entry, step and client count, named by them", () => {
    const plan = planOf(`${TWO}workloads:
  - oltp: { steps: [point-query, read-write] }
  - oltp: { steps: [delete], rows: 100k }
clients: [1, 8]
`);
    expect(plan.cells.map(({ id, effect, operations }) => [id, effect, operations])).toEqual([
      ["oltp.point-query.1", "read", null],
      ["oltp.point-query.8", "read", null],
      ["oltp.read-write.1", "write", null],
      ["oltp.read-write.8", "write", null],
      ["oltp-2.delete.1", "write", 5000],
      ["oltp-2.delete.8", "write", 5000],
    ]);
  });

  it("takes 5 % of all tables together where a step uses its rows up", () => {
    const plan = planOf(`${TWO}workloads: [{ oltp: { steps: [delete], tables: 30, rows: 1000 } }]\nclients: 8\n`);
    expect(plan.cells[0]?.operations).toBe(1500);
  });

  it("is the same for the same spec, facts and seed", () => {
    expect(JSON.stringify(planOf(BOTH, 7))).toBe(JSON.stringify(planOf(BOTH, 7)));
  });

  it("fixes the number of rounds by what fits the budget", () => {
    const spec = specOf(BOTH);
    const request = { spec, builds: buildsOf(spec), host: HOST, seed: 1, residentBytesOf: () => 200e6 };
    const free = makePlan(request);
    expect(free.method.rounds).toEqual({ min: 3, max: 12 });
    const budget = free.estimate.setUpSeconds + 5.5 * free.estimate.roundSeconds;
    const kept = makePlan({ ...request, budget });
    expect(kept.method).toMatchObject({ rounds: { min: 3, max: 5 }, budget });
    expect(plannedSeconds(kept)).toBeLessThanOrEqual(budget);
  });

  it("warns where a write measurement is shorter than a flush cycle, and nowhere else", () => {
    const codes = (method: string) =>
      planOf(`${BOTH}method: ${method}\n`).cells.map(({ step, warnings }) => [
        step,
        ...warnings.map(({ code }) => code),
      ]);
    expect(codes("{ measure: 5s }").filter(([step]) => step === "read-write")).toEqual([
      ["read-write", "shorter-than-flush-cycle"],
      ["read-write", "shorter-than-flush-cycle"],
    ]);
    expect(codes("{ measure: 5s }").filter(([step]) => step === "point-query")).toEqual([
      ["point-query"],
      ["point-query"],
    ]);
    expect(codes("{ measure-writes: 60s }").every(([, warning]) => warning === undefined)).toBe(true);
  });

  it("warns where server and clients share CPUs", () => {
    const warnings = (cpus: string) => planOf(`${BOTH}${cpus}\n`).warnings;
    expect(warnings("")).toEqual([
      {
        code: "shared-cpus",
        message: "server and load clients share CPU 0-1",
        advice: 'keep them apart with cpus: { server: "0", client: "1" }, or expect throughput of both together',
      },
    ]);
    expect(warnings("cpus: { server: 0-1, client: 1 }")).toMatchObject([
      { message: expect.stringContaining("share CPU 1") },
    ]);
    expect(warnings("cpus: { server: 0, client: 1 }")).toEqual([]);
  });

  it("warns of what differs beside the declared factor", () => {
    const text = `variants:
  A: { build: mysql@5.6.24, config: { performance_schema: ON } }
  B: { build: mysql@8.0.37, config: { performance-schema: OFF, sort_buffer_size: 1M } }
baseline: A
workloads: [oltp]
cpus: { server: 0, client: 1 }
`;
    const messages = (factor: string) => planOf(`${text}${factor}\n`).warnings.map(({ message }) => message);
    expect(messages("factor: performance_schema")).toEqual([
      "the variants differ in build, sort_buffer_size too, which factor does not name",
    ]);
    expect(messages("factor: [version, performance_schema, sort_buffer_size]")).toEqual([]);
    expect(messages("factor: as-shipped")).toEqual([]);
    expect(messages("")).toEqual([]);
  });

  it.each([
    ["mysql@5.6.24", "pgbench", "{ steps: [point-query] }", "variant A: pgbench cannot load mysql"],
    ["postgres@17", "pgbench", "{ steps: [point-query] }", "pgbench draws no special keys, only uniform, gaussian"],
    ["postgres@17", "pgbench", "{ steps: [insert], keys: uniform }", "it keeps no fixed number of operations"],
    ["postgres@17", "pgbench", "{ steps: [update-nonindex], keys: uniform }", "it cannot draw digits for a parameter"],
    ["mysql@5.6.24", "sysbench", "{ keys: zipfian }", "sysbench draws no zipfian keys"],
  ])("refuses what a driver cannot do before anything starts: %s by %s, %s", (build, driver, options, message) => {
    const text = `variants: { A: { build: ${build} }, B: { build: ${build} } }
baseline: A
workloads: [{ oltp: ${options} }]
method: { driver: ${driver} }
`;
    expect(() => planOf(text)).toThrow(message);
  });

  it("counts every variant's memory where reads keep them up, and one where only writes run", () => {
    expect(planOf(BOTH).estimate.residentBytes).toBe(400e6);
    expect(planOf(`${TWO}workloads: [{ oltp: { steps: read-write } }]\n`).estimate.residentBytes).toBe(200e6);
  });

  it("counts a warm-up for each step of a read stage", () => {
    const round = (steps: string, warmUp: string) =>
      planOf(`${TWO}workloads: [{ oltp: { steps: ${steps} } }]\nclients: 1\nmethod: { warm-up: ${warmUp} }\n`).estimate
        .roundSeconds;
    const oneStep = round("[point-query]", "4s") - round("[point-query]", "0s");
    const twoSteps = round("[point-query, read-only]", "4s") - round("[point-query, read-only]", "0s");
    expect(oneStep).toBeCloseTo(2 * 4);
    expect(twoSteps).toBeCloseTo(2 * 2 * 4);
  });

  it("tells how long the first round may last: with every warm-up at its limit", () => {
    const estimate = (warmUp: string) => planOf(`${BOTH}method: { warm-up: ${warmUp} }\n`).estimate;
    const long = estimate("30s");
    // A read stage with one step and two write cells, two variants each: six warm-ups, 5 s of them expected.
    expect(long.longestRoundSeconds - long.roundSeconds).toBeCloseTo(6 * 25);
    expect(estimate("3s").longestRoundSeconds).toBe(estimate("3s").roundSeconds);
  });

  it("counts a load for each template of the lab: those builds share one that share an on-disk format", () => {
    const dbmses = createDbmses({
      os: createFakeOs(),
      cgroups: HOST.cgroup,
      connect: () => Promise.reject(new Error("no server is asked")),
    });
    const mysql = ["5.6.24", "5.6.51", "5.7.44", "8.0.36", "8.0.37", "8.0.37-debug", "8.4.9", "9.1.0"];
    const postgres = ["10.20", "16.9", "16.10", "17.10", "18.4"];
    for (const build of [...mysql.map((version) => mysqlBuild(version)), ...postgres.map(postgresBuild)])
      expect([build.version, onDiskFormat(build)]).toEqual([build.version, dbmses[build.family].onDiskFormat(build)]);
    const setUp = (a: string, b: string) =>
      planOf(`variants: { A: { build: ${a} }, B: { build: ${b} } }\nbaseline: A\nworkloads: [oltp]\n`).estimate
        .setUpSeconds;
    expect(setUp("mysql@5.6.24", "mysql@5.6.51")).toBe(setUp("mysql@5.6.24", "mysql@5.6.24"));
    expect(setUp("postgres@17.9", "postgres@17.10")).toBe(setUp("postgres@17.9", "postgres@17.9"));
    expect(setUp("mysql@8.0.36", "mysql@8.0.37")).toBeCloseTo(2 * setUp("mysql@8.0.36", "mysql@8.0.36"));
  });

  it("loads once for entries that share their tables", () => {
    const entries = (text: string) => planOf(`${TWO}workloads: [${text}]\n`).estimate.setUpSeconds;
    const one = entries("{ oltp: { rows: 1M } }");
    expect(entries("{ oltp: { rows: 1M } }, { oltp: { rows: 1M, prepared: false } }")).toBe(one);
    expect(entries("{ oltp: { rows: 1M } }, { oltp: { rows: 2M } }")).toBeGreaterThan(2 * one);
    expect(entries("{ oltp: { rows: 1M } }, { oltp: { rows: 1M, keys: uniform } }")).toBeCloseTo(2 * one);
  });
});

describe("an impossible plan", () => {
  it("of servers that take more than 70 % of the memory is refused with the setting to lower", () => {
    expect(failureOf(BOTH, { residentBytes: 0.36 * HOST.memory.totalBytes })).toMatchObject({
      code: "plan-impossible",
      message: "the servers that are up at once need 1.4G, more than 70 % of this machine's 2G",
      hint: "give each variant a smaller buffer pool (innodb_buffer_pool_size in config:), or compare fewer variants",
    });
  });

  it("that would drain a table is refused with the rows it needs", () => {
    expect(failureOf(`${TWO}workloads: [{ oltp: { steps: [delete], rows: 1000 } }]\n`)).toMatchObject({
      code: "plan-impossible",
      message:
        "oltp.delete would drain its table: it may take 5 % of 1000 rows a measurement, and 50 operations are too few to measure with 8 clients",
      hint: "ask for rows: 3200 or more in that workload, or leave the step delete out",
    });
  });

  it.each([
    ["rows: 2000", "[200]", "ask for rows: 80000 or more in that workload, take at most 5 clients, or leave"],
    [
      "rows: 2000, tables: 2",
      "[1, 200]",
      "ask for rows: 40000 or more in that workload, take at most 10 clients, or leave",
    ],
    ["rows: 1000", "1", "ask for rows: 2000 or more in that workload, or leave"],
  ])(
    "of fixed operations with under 20 for each client (%s, clients: %s) says what would do",
    (size, clients, hint) => {
      const text = (what: string, count: string) =>
        `${TWO}workloads: [{ oltp: { steps: [delete], ${what} } }]\nclients: ${count}\n`;
      expect(failureOf(text(size, clients))).toMatchObject({
        code: "plan-impossible",
        hint: expect.stringContaining(hint),
      });
      const rows = hint.match(/rows: (\d+)/)?.[1];
      expect(() => planOf(text(size.replace(/rows: \d+/, `rows: ${rows}`), clients))).not.toThrow();
      const most = hint.match(/at most (\d+) clients/)?.[1];
      if (most !== undefined) expect(() => planOf(text(size, most))).not.toThrow();
    },
  );

  it("whose budget is too short for the fewest rounds says how long they take, and that is enough", () => {
    const error = failureOf(BOTH, { budget: 60 });
    expect(error).toMatchObject({
      code: "plan-impossible",
      message: expect.stringContaining("1m are too short: the fewest rounds (3)"),
    });
    const minutes = Number(
      JSON.stringify(error).match(/--budget to (\d+)m, take fewer steps or clients, or shorten measure"/)?.[1],
    );
    const spec = specOf(BOTH);
    const request = { spec, builds: buildsOf(spec), host: HOST, seed: 1, residentBytesOf: () => 200e6 };
    expect(makePlan({ ...request, budget: minutes * 60 }).method.rounds.max).toBeGreaterThanOrEqual(3);
  });

  it("whose budget ends before the longest first round is refused, since that round would not be begun", () => {
    const text =
      BOTH.replace("clients: [1, 8]", "clients: 1") +
      "method: { measure: 1s, warm-up: 10m, rounds: { min: 2, max: 3 } }\n";
    expect(failureOf(text, { budget: 1200 })).toMatchObject({
      code: "plan-impossible",
      message: "20m are too short: a first round whose warm-ups take all of their 10m ends after about 41 minutes",
      hint: "raise budget: in the spec or --budget to 41m, shorten method.warm-up, or take fewer steps",
    });
  });

  it("without a variant's build is our own mistake", () => {
    const spec = specOf(BOTH);
    const request = { spec, host: HOST, seed: 1, residentBytesOf: () => 1 };
    expect(() => makePlan({ ...request, builds: { A: mysqlBuild() } })).toThrow(
      "variant B was planned before its build",
    );
  });
});
