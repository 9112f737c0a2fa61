/** Scripts of sysbench and pgbench in a spec: what an entry means, and what is wrong with one. */
import { describe, expect, it } from "vitest";
import { LabError } from "../model/errors.ts";
import { makePlan } from "./make-plan.ts";
import { parseSpec } from "./parse-spec.ts";
import { planText } from "./plan-text.ts";
import { resolveSpec } from "./resolve-spec.ts";
import { scriptFileNames } from "./script-files.ts";
import { buildsOf, HOST, planOf, problemsOf, specOf } from "./test-samples.ts";

function withWorkloads(entries: string, build = "mysql@5.6.24", more = ""): string {
  const variants = `variants: { A: { build: ${build} }, B: { build: ${build} } }\nbaseline: A\n`;
  return `${variants}workloads:\n  - ${entries}\n${more}`;
}

describe("a sysbench entry", () => {
  it("of a file is run by sysbench, prepared by itself, and writes unless it says that it reads", () => {
    const { workloads, method } = specOf(withWorkloads("sysbench: { script: ./my.lua, options: [--accounts=5] }"));
    const script = { name: "./my.lua", file: null };
    expect(workloads[0]).toMatchObject({
      name: "sysbench",
      steps: ["my"],
      load: { driver: "sysbench", script, prepare: script, options: ["--accounts=5"], effect: "write" },
    });
    expect(method.driver).toBe("sysbench");
  });

  it("of one of sysbench's own knows what it does, and sizes the estimate", () => {
    const text = withWorkloads("sysbench: { script: oltp_read_only, options: [--tables=2, --table-size=5000] }");
    expect(specOf(text).workloads[0]).toMatchObject({ tables: 2, rows: 5000, load: { effect: "read" } });
  });

  it("beside our own steps leaves the method's driver to those", () => {
    expect(specOf(withWorkloads("sysbench: { script: ./my.lua }\n  - oltp")).method.driver).toBe("native");
  });

  it("may leave the data to another script, or to nobody", () => {
    const prepareOf = (text: string) =>
      specOf(withWorkloads(`sysbench: { script: ./my.lua, prepare: ${text} }`)).workloads[0]?.load?.prepare;
    expect(prepareOf("oltp_read_only")).toEqual({ name: "oltp_read_only", file: null });
    expect(prepareOf("false")).toBeNull();
  });
});

describe("a pgbench entry", () => {
  const PG = "postgres@18";

  it("is prepared by pgbench -i unless it says otherwise, and takes words as they are, numbers too", () => {
    const text = withWorkloads(
      "pgbench: { script: select-only, options: [-r, -D, a=1, -D, b=2, -L, 5], scale: 3 }",
      PG,
    );
    expect(specOf(text).workloads[0]).toMatchObject({
      rows: 300_000,
      load: { prepare: { name: "initialize" }, options: ["-r", "-D", "a=1", "-D", "b=2", "-L", "5"], effect: "read" },
    });
  });

  it("is refused on MySQL", () => {
    expect(() => planOf(withWorkloads("pgbench: { script: select-only }"))).toThrow("pgbench cannot load mysql");
  });
});

describe("a plan of scripts", () => {
  const text = withWorkloads("sysbench: { script: ./my.lua, options: [--newest=5], effect: read }");
  const files = { "./my.lua": { path: "/work/my.lua", sha256: "ab".repeat(32) } };

  function plan() {
    const spec = specOf(text);
    const common = { host: HOST, seed: 1, residentBytesOf: () => 200e6 };
    return makePlan({ spec, builds: buildsOf(spec), scripts: files, ...common });
  }

  it("has one cell for each client count, and the digest of every file", () => {
    expect(scriptFileNames(specOf(text).workloads)).toEqual(["./my.lua"]);
    expect(plan().cells.map(({ id }) => id)).toEqual(["sysbench.my.1", "sysbench.my.8"]);
    expect(plan().workloads[0]?.load).toMatchObject({
      script: { name: "./my.lua", file: files["./my.lua"] },
      prepare: { file: files["./my.lua"] },
    });
  });

  it("tells script, digest, options and effect", () => {
    expect(planText(plan())).toContain(
      "sysbench: sysbench script ./my.lua (sha256 abababababab); options --newest=5; data made by ./my.lua (sha256 abababababab); only reads",
    );
  });

  it("passes options through, and tells them with the driver", () => {
    const own = withWorkloads(
      "oltp",
      "mysql@5.6.24",
      "method: { driver: sysbench, driver-options: [--range-size=50] }\n",
    );
    expect(planOf(own).method.driverOptions).toEqual(["--range-size=50"]);
    expect(planText(planOf(own))).toContain("driver sysbench --range-size=50");
  });

  it("refuses a variant whose own driver cannot run the script", () => {
    const other = text.replace("A: { build: mysql@5.6.24 }", "A: { build: mysql@5.6.24, driver: native }");
    expect(() => planOf(other)).toThrow("variant A: native cannot run scripts of sysbench (sysbench)");
  });
});

describe("what is wrong with a script", () => {
  it.each([
    ["sysbench", "workloads[0]: a script is missing\n  hint: for example: - sysbench: { script: ./my.lua }"],
    ["sysbench: { options: [--x] }", '"script" is missing\n  hint: for example: script: ./my.lua'],
    ["sysbench: { script: oltp_read_onyl }", 'called oltp_read_onyl\n  hint: did you mean "oltp_read_only"?'],
    ["sysbench: { script: cpu }", "or a file of your own: script: ./cpu.lua"],
    ["sysbench: { script: ./a.lua, tables: 4 }", "keys here: script, prepare, options, effect"],
    ["sysbench: { script: ./a.lua, options: [--threads=4] }", "options[0]: sysbench may not be given --threads=4"],
    ["sysbench: { script: ./a.lua, options: --time=4 }", "options[0]: sysbench may not be given --time=4"],
    ["sysbench: { script: ./a.lua, scale: 4 }", 'unknown key "scale"'],
    ["sysbench: { script: ./a.lua, effect: reads }", '"reads" is not one of its values'],
    ["sysbench: { script: ./a.lua, prepare: oltp }", "sysbench brings no preparation called oltp"],
    ["pgbench: { script: tpcb-lik }", 'did you mean "tpcb-like"?'],
    ["pgbench: { script: ./a.sql, scale: 0 }", "0 is too small\n  hint: at least 1"],
    ["pgbench: { script: ./a.sql, options: [-r, -c8] }", "options[1]: pgbench may not be given -c8"],
  ])("in %s is told", (entry, message) => {
    expect(problemsOf(withWorkloads(entry))).toContain(message);
  });

  it("in options for a driver is told at the option", () => {
    const method = "method: { driver: sysbench, driver-options: [--range-size=5, --tables=3] }\n";
    expect(problemsOf(withWorkloads("oltp", "mysql@5.6.24", method))).toContain(
      "method.driver-options[1]: sysbench may not be given --tables=3: the workload sets it",
    );
    expect(problemsOf(withWorkloads("oltp", "mysql@5.6.24", "method: { driver-options: --x }\n"))).toContain(
      "the native driver takes no options",
    );
  });

  it("is told at its place when the file is not there, once", () => {
    const { spec, positions } = parseSpec({ text: withWorkloads("sysbench: { script: ./a.lua }"), file: "test.yaml" });
    if (spec === null) throw new Error("no spec");
    const scripts = { "./a.lua": new LabError({ code: "file-failed", message: "there is no /work/a.lua", hint: "" }) };
    const knownVersions = { mysql: ["5.6.24"], postgres: [] };
    const facts = { knownVersions, builds: buildsOf(spec), host: HOST, reservedSettings: { mysql: {}, postgres: {} } };
    const { problems } = resolveSpec({ spec, positions, facts: { ...facts, scripts } });
    expect(problems).toMatchObject([{ path: "workloads[0].sysbench.script", message: "there is no /work/a.lua" }]);
  });
});
