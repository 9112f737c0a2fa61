import { describe, expect, it } from "vitest";
import type { Build } from "../model/build.ts";
import { LabError } from "../model/errors.ts";
import { parseSpec } from "./parse-spec.ts";
import { resolveSpec } from "./resolve-spec.ts";
import { positionsOutsideFile } from "./spec-positions.ts";
import { formatProblems } from "./spec-problems.ts";
import { HOST, mysqlBuild, postgresBuild } from "./test-samples.ts";

const KNOWN = { mysql: ["5.6.24"], postgres: ["16.14", "17.9", "17.10"] };

function resolve(text: string, builds: Readonly<Record<string, Build | LabError>> = {}) {
  const { spec, positions, problems } = parseSpec({ text, file: "x.yaml" });
  if (spec === null) throw new Error(formatProblems(problems));
  return resolveSpec({
    spec,
    positions,
    facts: { knownVersions: KNOWN, builds, host: HOST, reservedSettings: { mysql: {}, postgres: {} } },
  });
}

const missing = new LabError({ code: "basedir-invalid", message: "/no/where is not there", hint: "check the path" });

describe("a spec against the facts", () => {
  it("is right when builds and CPUs are there", () => {
    const text = `variants: { A: { build: postgres@16 }, B: { build: postgres@17.9 } }
baseline: A
workloads: [oltp]
cpus: { server: 0, client: 1 }
`;
    expect(resolve(text, { A: postgresBuild("16.14"), B: postgresBuild("17.9") })).toEqual({
      problems: [],
      failures: [],
    });
  });

  it("has every build and CPU told that is not there, at its place", () => {
    const text = `variants:
  A: { build: postgres@17.11 }
  B: { build: /no/where }
  C: { build: mysql@8.0.37 }
baseline: A
workloads: [oltp]
cpus: { server: 0-1, client: [1, 7] }
`;
    expect(
      formatProblems(resolve(text, { B: missing }).problems),
    ).toBe(`x.yaml:2:15 variants.A.build: postgres 17.11 is not in the catalogue
  hint: did you mean postgres@17.10? dbdyno builds list shows the versions; a folder takes any: build: ~/opt/postgres/17.11
x.yaml:3:15 variants.B.build: /no/where is not there
  hint: check the path
x.yaml:4:15 variants.C.build: mysql 8.0.37 is not in the catalogue
  hint: dbdyno builds list shows the versions; a folder takes any: build: ~/opt/mysql/8.0.37
x.yaml:7:30 cpus.client: this machine has no CPU 7 for us
  hint: CPUs here: 0-1`);
  });

  it("leaves a build that could not be fetched to the caller: the spec is right", () => {
    const failure = new LabError({ code: "build-unavailable", message: "no network", hint: "try again" });
    const text = "variants: { A: { build: postgres@16 }, B: { build: postgres@17 } }\nbaseline: A\nworkloads: [oltp]\n";
    expect(resolve(text, { A: failure, B: postgresBuild("17.10") })).toEqual({ problems: [], failures: [failure] });
  });

  it("cannot choose a storage engine where a folder turns out to be PostgreSQL", () => {
    const text = `variants: { A: { build: ./a }, B: { build: mysql@5.6.24 } }
baseline: A
workloads: [{ oltp: { storage-engine: innodb } }]
`;
    expect(formatProblems(resolve(text, { A: postgresBuild("17.10"), B: mysqlBuild() }).problems)).toBe(
      "x.yaml:3:23 workloads[0].oltp.storage-engine: a storage engine cannot be chosen where MySQL is compared with PostgreSQL\n" +
        "  hint: remove storage-engine",
    );
  });

  it("tells a matrix's builds at their level", () => {
    const text = "matrix: { build: [postgres@17, postgres@9] }\nbaseline: postgres-17\nworkloads: [oltp]\n";
    expect(formatProblems(resolve(text).problems)).toContain(
      "x.yaml:1:32 matrix.build[1]: postgres 9 is not in the catalogue",
    );
  });

  describe("with settings that dbdyno sets itself", () => {
    const reservedSettings = {
      mysql: { datadir: "each variant has its own", pid_file: "it is beside the socket" },
      postgres: { listen_addresses: "servers listen on a private socket" },
    };
    const told = (text: string, builds: Readonly<Record<string, Build>>) => {
      const { spec, positions } = parseSpec({ text, file: "x.yaml" });
      if (spec === null) throw new Error("the spec is wrong");
      return resolveSpec({ spec, positions, facts: { knownVersions: KNOWN, builds, host: HOST, reservedSettings } });
    };

    it("has all of them told, in any spelling, at their keys, for the families that have them", () => {
      const text = `variants:
  A: { build: ./a, config: { DataDir: /x, sort_buffer_size: 1M, pid-file: /y } }
  B: { build: postgres@17, config: { listen_addresses: "*", datadir: /z } }
  C: { build: mysql@5.6.24, config: { loose-datadir: /x } }
baseline: A
workloads: [oltp]
`;
      const builds = { A: mysqlBuild(), B: postgresBuild("17.10"), C: mysqlBuild() };
      expect(formatProblems(told(text, builds).problems)).toBe(
        `x.yaml:2:30 variants.A.config.DataDir: DataDir cannot be set: each variant has its own
  hint: remove DataDir
x.yaml:2:65 variants.A.config.pid-file: pid-file cannot be set: it is beside the socket
  hint: remove pid-file
x.yaml:3:38 variants.B.config.listen_addresses: listen_addresses cannot be set: servers listen on a private socket
  hint: remove listen_addresses
x.yaml:4:39 variants.C.config.loose-datadir: loose-datadir cannot be set: each variant has its own
  hint: remove loose-datadir`,
      );
    });

    it("has one of a matrix told once, at the matrix", () => {
      const text =
        "matrix: { build: [mysql@5.6.24, ./b], config: { datadir: /x } }\nbaseline: mysql-5.6.24\nworkloads: [oltp]\n";
      expect(formatProblems(told(text, { "mysql-5.6.24": mysqlBuild(), b: mysqlBuild() }).problems)).toBe(
        "x.yaml:1:49 matrix.config.datadir: datadir cannot be set: each variant has its own\n  hint: remove datadir",
      );
    });

    it("has nothing told of a name that objects have themselves", () => {
      const text =
        "variants: { A: { build: ./a, config: { constructor: 1 } }, B: { build: ./b } }\nbaseline: A\nworkloads: [oltp]\n";
      expect(told(text, { A: mysqlBuild(), B: mysqlBuild() }).problems).toEqual([]);
    });
  });

  it("has places also where there is no file", () => {
    expect(positionsOutsideFile("command line").at(["variants", "A"], "value")).toEqual({
      file: "command line",
      line: 1,
      column: 1,
    });
  });
});
