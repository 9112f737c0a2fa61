import { describe, expect, it } from "vitest";
import { parseSpec } from "./parse-spec.ts";
import { specInvalid } from "./spec-problems.ts";
import { problemsOf } from "./test-samples.ts";

const HEAD = `variants:
  A: { build: mysql@5.6.24 }
  B: { build: mysql@5.6.24, config: { performance_schema: ON } }
baseline: A
`;

describe("a broken spec", () => {
  it("has all its problems told at once, in the order of the file, each with place, message and hint", () => {
    expect(
      problemsOf(`variants:
  A: { build: mysql@5.6.24, confg: { a: 1 } }
  B: { biuld: mysql@5.6.24 }
baseline: C
workloads:
  - oltp: { steps: [point-qery, read-write, read-write], rows: 2x, prepared: "no" }
  - oltpp
clients: [1, 8, 8, 0]
method: { margin: 5, alpha: 70%, measure: 10, rounds: { min: 9, max: 4 } }
wrkloads: 1
`),
    ).toBe(`test.yaml:2:29 variants.A.confg: unknown key "confg"
  hint: did you mean "config"? keys here: build, config, driver, driver-options
test.yaml:3:3 variants.B.build: "build" is missing
  hint: for example: build: mysql@5.6.24
test.yaml:3:8 variants.B.biuld: unknown key "biuld"
  hint: did you mean "build"? keys here: build, config, driver, driver-options
test.yaml:4:11 baseline: "C" is not one of the variants
  hint: did you mean "A"? variants: A, B
test.yaml:6:21 workloads[0].oltp.steps[0]: unknown step "point-qery"
  hint: did you mean "point-query"? steps: point-query, read-only, read-write, update-index, update-nonindex, insert, delete
test.yaml:6:45 workloads[0].oltp.steps[2]: read-write is named twice
  hint: leave one of them out
test.yaml:6:64 workloads[0].oltp.rows: "2x" is not a count
  hint: write a whole number, or one with k or M (1000, 1000 000): 1500, 200k or 1M
test.yaml:6:78 workloads[0].oltp.prepared: expected true or false, found "no"
  hint: for example: prepared: false
test.yaml:7:5 workloads[1]: unknown workload "oltpp"
  hint: did you mean "oltp"? workloads: oltp, sysbench, pgbench
test.yaml:8:17 clients[2]: 8 is named twice
  hint: leave one of them out
test.yaml:8:20 clients[3]: 0 is too small
  hint: at least 1, at most 4096
test.yaml:9:19 method.margin: 5 is not a share
  hint: write a percentage or a share of one: 5% or 0.05
test.yaml:9:29 method.alpha: 70% is too large
  hint: at least 0.1%, at most 20%
test.yaml:9:43 method.measure: 10 is not a duration
  hint: write a number with its unit: 500ms, 10s, 2m, 1m30s or 1h
test.yaml:9:62 method.rounds.min: the fewest rounds (9) are more than the most (4)
  hint: swap min and max, or make them equal
test.yaml:10:1 wrkloads: unknown key "wrkloads"
  hint: did you mean "workloads"? keys here: experiment, variants, baseline, factor, matrix, workloads, clients, cpus, listen, method, probes`);
  });

  it("that is empty says how to begin", () => {
    expect(problemsOf("# nothing yet\n")).toBe(
      "test.yaml:1:1: the spec is empty\n  hint: dbdyno init writes a spec to begin with",
    );
  });

  it("that is no YAML has its syntax errors told and nothing guessed from them", () => {
    expect(problemsOf(`${HEAD}workloads: [oltp\nclients: 1\n`)).toBe(
      "test.yaml:6:1: this is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]\n" +
        "  hint: close the quote or bracket that was opened before this line",
    );
  });

  it("with a key given twice has the rest judged as well", () => {
    const text = `${HEAD}baseline: B\nworkloads: [oltpp]\n`;
    expect(problemsOf(text)).toBe(
      `test.yaml:5:1: the key baseline is given twice
  hint: remove one of them, or rename it
test.yaml:6:13 workloads[0]: unknown workload "oltpp"
  hint: did you mean "oltp"? workloads: oltp, sysbench, pgbench`,
    );
  });

  it("that lacks everything names each required key", () => {
    const text = problemsOf("experiment: x\n");
    expect(text).toContain('test.yaml:1:1 variants: "variants" is missing');
    expect(text).toContain('test.yaml:1:1 baseline: "baseline" is missing');
    expect(text).toContain('test.yaml:1:1 workloads: "workloads" is missing');
  });

  it("with one variant has nothing to compare", () => {
    expect(problemsOf("variants: { A: { build: mysql@5.6.24 } }\nbaseline: A\nworkloads: [oltp]\n")).toBe(
      "test.yaml:1:1 variants: one variant is nothing to compare\n  hint: add a second variant",
    );
  });

  it("with wrong types says what was expected and what was found", () => {
    const text = problemsOf(`${HEAD}workloads: oltp\nclients: true\nmethod: 5\nprobes: [1s]\nexperiment: { a: 1 }\n`);
    expect(text).toContain('5:12 workloads: expected a list, found "oltp"');
    expect(text).toContain("6:10 clients: expected a number or a list, found true");
    expect(text).toContain("7:9 method: expected a mapping, found 5");
    expect(text).toContain("8:9 probes: expected a mapping, found a list");
    expect(text).toContain("9:13 experiment: expected text, found a mapping");
  });

  it("is pointed at its key where a value is left out", () => {
    expect(problemsOf(`${HEAD}workloads: [oltp]\nclients:\n`)).toContain(
      "test.yaml:6:1 clients: expected a number or a list, found nothing",
    );
  });

  it.each([
    ["clients: []", "it is empty"],
    ["clients: [1.5]", "expected a whole number, found 1.5"],
    ["cpus: { server: x, client: 1 }", '"x" is not a list of CPUs'],
    ["cpus: { server: 0 }", '"client" is missing'],
    ["listen: sockets", 'did you mean "socket"?'],
    ["method: { budget: 1s }", "1s is too small\n  hint: at least 10s, at most 720h"],
    ["method: { measure: 100ms }", "100ms is too small"],
    ["method: { rounds: { min: 1 } }", "1 is too small\n  hint: at least 2, at most 100"],
    ["method: { driver: sysbnch }", '"sysbnch" is not one of its values'],
    ["probes: { perf: when-flagged }", 'unknown key "perf"'],
    ["factor: [performance_shema]", 'did you mean "performance_schema"?'],
    ["factor: version", 'test.yaml:6:9 factor[0]: "version" is the same in every variant'],
    ["factor: [sort_buffer_size]", "what differs between the variants: performance_schema"],
    ["experiment: ''", "it is empty"],
  ])("with %s says %s", (line, message) => {
    expect(problemsOf(`${HEAD}workloads: [oltp]\n${line}\n`)).toContain(message);
  });

  it.each([
    ["- oltp: { tables: 0 }", "0 is too small"],
    ["- oltp: { rows: 10 }", "10 is too small\n  hint: at least 100, at most 1000M"],
    ["- oltp: { keys: gauss }", "values: uniform, special, gaussian, pareto, zipfian"],
    ["- oltp: { storage-engine: 5 }", "expected text, found 5"],
    ["- { oltp: {}, tpcc: {} }", 'unknown workload "tpcc"'],
    ["- 3", "expected text or a mapping, found 3"],
    ["- {}", "an entry names exactly one workload"],
    ["- oltp: { steps: [] }", "it is empty"],
  ])("with the workload %s says %s", (entry, message) => {
    expect(problemsOf(`${HEAD}workloads:\n  ${entry}\n`)).toContain(message);
  });

  it.each([
    ["mysq@5.6.24", 'did you mean "mysql@5.6.24"?'],
    ["mysql", '"mysql" lacks a version\n  hint: write mysql@VERSION; dbdyno builds list shows them'],
    ["latest", '"latest" is neither a build nor a path'],
    ["{ basdir: /x }", 'did you mean "basedir"?'],
    ["5.6", "expected text or a mapping, found 5.6"],
  ])("with the build %s says %s", (build, message) => {
    expect(
      problemsOf(`variants: { A: { build: ${build} }, B: { build: ./x } }\nbaseline: A\nworkloads: [oltp]\n`),
    ).toContain(message);
  });

  it("cannot choose a storage engine for PostgreSQL", () => {
    const builds = (a: string, b: string) => `variants: { A: { build: ${a} }, B: { build: ${b} } }
baseline: A
workloads: [{ oltp: { storage-engine: innodb } }]
`;
    expect(problemsOf(builds("postgres@16", "postgres@17"))).toBe(
      "test.yaml:3:23 workloads[0].oltp.storage-engine: PostgreSQL has no storage engine to choose\n  hint: remove storage-engine",
    );
    expect(problemsOf(builds("mysql@5.6.24", "postgres@17"))).toContain("where MySQL is compared with PostgreSQL");
    expect(problemsOf(builds("mysql@5.6.24", "./unknown-yet"))).toBe("");
  });

  it("with variants' names that are no folder's names is refused", () => {
    expect(problemsOf('variants: { "a/b": { build: ./x }, B: { build: ./y } }\nbaseline: B\nworkloads: [oltp]\n')).toBe(
      'test.yaml:1:13 variants.a/b: "a/b" cannot name a variant\n  hint: begin with a letter or digit; then letters, digits, dot, dash and underscore, at most 64 in all',
    );
  });

  it("has hints that hold for both families, and the place of the explanation once", () => {
    const text = (build: string) =>
      `variants: { A: { build: ${build} }, B: { build: ${build}, config: { x: [1], y: {} } } }\nbaseline: A\nworkloads: [oltp]\n`;
    for (const build of ["mysql@5.6.24", "postgres@17"])
      expect(problemsOf(text(build))).toContain("hint: for example: max_connections: 200");
    for (const raw of ["- 1\n", "just text\n", `${HEAD}workloads: [[1]]\n`, `${HEAD}workloads: [{ oltp: [1] }]\n`]) {
      const error = specInvalid(parseSpec({ text: raw, file: "x.yaml" }).problems);
      expect(`${error.message}\n${error.hint}`.split("docs/spec.md")).toHaveLength(2);
    }
  });

  it("whose aliases hold themselves ends in a problem, not in a loop", () => {
    expect(problemsOf("&a [*a]\n")).not.toBe("");
    expect(problemsOf("a: *nothing\n")).toContain("test.yaml:1:4");
  });

  it("becomes one error of exit code 2 that holds every line", () => {
    const { problems } = parseSpec({ text: "experiment: x\n", file: "x.yaml" });
    const error = specInvalid(problems);
    expect(error).toMatchObject({ code: "spec-invalid", where: "x.yaml:1:1" });
    expect(error.message).toContain('x.yaml:1:1 baseline: "baseline" is missing');
  });
});
