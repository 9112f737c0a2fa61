import { describe, expect, it } from "vitest";
import { parseSpec } from "./parse-spec.ts";
import { specOf } from "./test-samples.ts";

const HEAD = `variants:
  A: { build: mysql@5.6.24 }
  B: { build: mysql@5.6.24, config: { performance_schema: ON } }
baseline: A
`;

describe("a right spec", () => {
  it("needs variants, baseline and workloads, and gets every default", () => {
    const { spec, problems } = parseSpec({ text: `${HEAD}workloads: [oltp]\n`, file: "dir/cost.yaml" });
    expect(problems).toEqual([]);
    expect(spec).toEqual({
      experiment: "cost",
      variants: [
        { name: "A", build: { kind: "catalogue", family: "mysql", version: "5.6.24" }, config: {} },
        {
          name: "B",
          build: { kind: "catalogue", family: "mysql", version: "5.6.24" },
          config: { performance_schema: "ON" },
        },
      ],
      baseline: "A",
      factor: [],
      workloads: [
        {
          name: "oltp",
          workload: "oltp",
          steps: ["point-query", "read-only", "read-write"],
          tables: 1,
          rows: 10_000,
          storageEngine: null,
          prepared: true,
          keys: "special",
        },
      ],
      clients: [1, 8],
      cpus: null,
      listen: "socket",
      method: {
        margin: 0.05,
        alpha: 0.05,
        measure: 10,
        measureWrites: 60,
        settle: 2,
        rounds: { min: 3, max: 12 },
        budget: null,
        driver: "native",
        warmUp: 30,
      },
      probes: { os: 1, status: 1 },
    });
  });

  it("takes shorthands: a plain workload, one step, one client count, one factor, CPU ranges, a folder", () => {
    const spec = specOf(`variants: { A: { build: { basedir: ~/opt/x } }, B: { build: ./y } }
baseline: B
factor: build
workloads:
  - oltp: { steps: point-query }
  - oltp:
  - oltp
clients: 4
cpus: { server: 0-1, client: [2, 3] }
`);
    expect(spec.variants.map(({ build }) => build)).toEqual([
      { kind: "basedir", path: "~/opt/x" },
      { kind: "basedir", path: "./y" },
    ]);
    expect(spec.workloads.map(({ name, steps }) => [name, steps.length])).toEqual([
      ["oltp", 1],
      ["oltp-2", 3],
      ["oltp-3", 3],
    ]);
    expect([spec.clients, spec.factor, spec.cpus]).toEqual([[4], ["build"], { server: [0, 1], client: [2, 3] }]);
  });

  it("measures writes as long as reads where measure is given, unless they have their own length", () => {
    const method = (text: string) => specOf(`${HEAD}workloads: [oltp]\nmethod: ${text}\n`).method;
    expect(method("{ measure: 5s }").measureWrites).toBe(5);
    expect(method("{ measure: 5s, measure-writes: 1m30s }").measureWrites).toBe(90);
  });

  it("moves the default of one end of rounds out of the way of the other", () => {
    const rounds = (text: string) => specOf(`${HEAD}workloads: [oltp]\nmethod: { rounds: ${text} }\n`).method.rounds;
    expect(rounds("{ max: 2 }")).toEqual({ min: 2, max: 2 });
    expect(rounds("{ min: 20 }")).toEqual({ min: 20, max: 20 });
  });

  it("keeps settings to the digit, and sends true and false as ON and OFF", () => {
    const { config } = specOf(`variants:
  A: { build: mysql@5.6.24 }
  B:
    build: mysql@5.6.24
    config: { a: 18446744073709551615, b: 0600, c: 1.50, d: true, e: false, f: off, g: "" }
baseline: A
workloads: [oltp]
`).variants[1] ?? { config: {} };
    expect(config).toEqual({ a: "18446744073709551615", b: "0600", c: "1.50", d: "ON", e: "OFF", f: "off", g: "" });
  });

  it("keeps variants apart whose names are numbers", () => {
    const spec = specOf(`variants: { 8.10: { build: ./a }, 8.1: { build: ./b } }
baseline: 8.10
workloads: [oltp]
`);
    expect(spec.variants.map(({ name }) => name)).toEqual(["8.10", "8.1"]);
  });

  it("sorts client counts, and lowers the case of storage engines", () => {
    const spec = specOf(`${HEAD}workloads: [{ oltp: { storage-engine: InnoDB } }]\nclients: [64, 1, 8]\n`);
    expect([spec.clients, spec.workloads[0]?.storageEngine]).toEqual([[1, 8, 64], "innodb"]);
  });

  it("follows YAML's aliases", () => {
    const spec = specOf(`variants:
  A: &a { build: mysql@5.6.24 }
  B: *a
baseline: A
workloads: [oltp]
`);
    expect(spec.variants[1]?.build).toEqual(spec.variants[0]?.build);
  });
});
