import { describe, expect, it } from "vitest";
import { environmentLine } from "../../src/report/environment-line.ts";
import { render } from "../../src/report/formats.ts";
import { makeReport } from "../../src/report/make-document.ts";
import { EXAMPLE } from "./example-run.ts";

const { run } = EXAMPLE;

describe("a report document", () => {
  it("has every cell of the plan with a row for each variant, the baseline first", () => {
    const { cells } = makeReport(EXAMPLE);
    expect(cells.map(({ id }) => id)).toEqual(run.plan.cells.map(({ id }) => id));
    for (const cell of cells)
      expect(cell.rows.map((row) => row.variant)).toEqual(["off", "query-cache", "perf-schema"]);
  });

  it("puts the baseline first also where the spec has it last", () => {
    const plan = { ...run.plan, baseline: "perf-schema" };
    const [cell] = makeReport({ ...EXAMPLE, run: { ...run, plan } }).cells;
    expect(cell?.rows.map((row) => row.variant)).toEqual(["perf-schema", "off", "query-cache"]);
  });

  it("is the same bytes whatever order the judge's records have", () => {
    const turned = EXAMPLE.verdicts.map((verdict) => ({
      ...verdict,
      figures: {
        ...verdict.figures,
        perOperation: Object.fromEntries(Object.entries(verdict.figures.perOperation).reverse()),
        errors: Object.fromEntries(Object.entries(verdict.figures.errors).reverse()),
      },
    }));
    const report = (verdicts: typeof EXAMPLE.verdicts) => render(makeReport({ ...EXAMPLE, verdicts }), "json");
    expect(report(turned)).toBe(report(EXAMPLE.verdicts));
  });

  it("adds the seed to the command that repeats the run, once", () => {
    expect(makeReport(EXAMPLE).repeat[0]?.command).toBe("dbdyno run examples/demo.yaml --budget 20m --seed 4711");
    const command = ["dbdyno", "run", "my spec.yaml", "--seed", "1"];
    expect(makeReport({ ...EXAMPLE, run: { ...run, command } }).repeat[0]?.command).toBe(
      "dbdyno run 'my spec.yaml' --seed 1",
    );
  });

  it("names the lab in every command of dbdyno where it is not the default", () => {
    const document = makeReport({ ...EXAMPLE, lab: "my lab" });
    for (const format of ["md", "text", "table", "json"] as const) {
      const commands = render(document, format, { width: 1000 }).match(/dbdyno (run|report) [^\n"]*/g) ?? [];
      expect(commands.length).toBeGreaterThan(0);
      for (const command of commands) expect(command).toMatch(/ --lab 'my lab'$/);
    }
    expect(makeReport({ ...EXAMPLE, lab: null })).toEqual(makeReport(EXAMPLE));
  });

  it("says of the servers' command lines that their folders are gone, once and above them", () => {
    for (const format of ["md", "text"] as const) {
      const text = render(makeReport(EXAMPLE), format, { width: 1000 });
      expect(text.split("dbdyno makes and removes the folders")).toHaveLength(2);
      expect(text.indexOf("dbdyno makes and removes")).toBeLessThan(text.indexOf("server of off"));
    }
    const notStarted = { ...EXAMPLE, run: { ...run, variantFacts: [] } };
    expect(render(makeReport(notStarted), "text")).not.toContain("makes and removes");
  });

  it("lets changed defaults follow from a declared version, after what nobody declared", () => {
    const variants = run.plan.variants.map((variant) =>
      variant.name === "perf-schema" ? { ...variant, build: { ...variant.build, digest: "other" } } : variant,
    );
    const plan = { ...run.plan, variants, factor: ["version"] };
    const text = render(makeReport({ ...EXAMPLE, run: { ...run, plan } }), "text", { width: 1000 });
    expect(text).toMatch(/optimizer_switch: .*\(follows from version\)/);
    expect(text).not.toContain("(not declared)");
  });

  it("tells why a cell, a column and settings are missing", () => {
    const facts = run.variantFacts.slice(0, 2);
    const { notMeasured } = makeReport({ ...EXAMPLE, run: { ...run, state: "interrupted", variantFacts: facts } });
    expect(notMeasured.map(({ what }) => what)).toEqual([
      "oltp.update-index.8",
      "r/o",
      "rKB/o",
      "effective settings of perf-schema",
      "latency at a fixed rate",
    ]);
    expect(notMeasured[0]?.why).toMatch(/interrupted/);
  });

  it("names the variants that lack a cell which others have", () => {
    const verdicts = EXAMPLE.verdicts.slice(1);
    expect(makeReport({ ...EXAMPLE, verdicts }).notMeasured[0]?.what).toBe("oltp.point-query.1 of query-cache");
  });

  it("has each warning once, with its places and how many measurements carried it", () => {
    const { warnings } = makeReport(EXAMPLE);
    expect(warnings.map(({ code, where, measurements }) => ({ code, where, measurements }))).toEqual([
      { code: "shorter-than-flush-cycle", where: ["oltp.read-write.8"], measurements: 0 },
      { code: "steal", where: ["oltp.point-query.8 query-cache", "oltp.point-query.8 perf-schema"], measurements: 0 },
      { code: "client-saturated", where: ["oltp.read-write.8 perf-schema"], measurements: 0 },
      { code: "run-queue-wait", where: ["oltp.point-query.8 off"], measurements: 2 },
    ]);
  });
});

describe("errors of operations", () => {
  const errors = (message: string) => ({ code: "errors-seen" as const, message, advice: "look up the codes" });
  const [first] = run.measurements;
  if (first === undefined) throw new Error("the example has measurements");
  const withErrors = { ...run, measurements: [{ ...first, warnings: [errors("3 operations failed")] }] };
  const seen = (input: typeof EXAMPLE) =>
    makeReport(input)
      .warnings.filter(({ code }) => code === "errors-seen")
      .map(({ message }) => message);

  it("are said once, by the verdict that has summed them over the measurements", () => {
    const verdicts = EXAMPLE.verdicts.map((verdict) =>
      verdict.cell === first.cell ? { ...verdict, warnings: [errors("off: 0.05 % of operations failed")] } : verdict,
    );
    expect(seen({ ...EXAMPLE, run: withErrors, verdicts })).toEqual(["off: 0.05 % of operations failed"]);
  });

  it("are said by the measurement where the cell has no verdict yet", () => {
    expect(seen({ ...EXAMPLE, run: withErrors, verdicts: [] })).toEqual(["3 operations failed"]);
  });
});

describe("numbers that say nothing", () => {
  const withDifference = (rounds: number, high: number) =>
    makeReport({
      ...EXAMPLE,
      verdicts: EXAMPLE.verdicts.map((verdict) => ({
        ...verdict,
        rounds,
        difference: { ratio: 0.9, low: 1e-3, high },
        perOperationDifferences: { "cpu/o": { ratio: 1.1, low: 1e-3, high } },
      })),
    });

  it("are left out of text: intervals over 1000-fold wide, and per operation those of fewer than 3 rounds", () => {
    for (const format of ["table", "md", "text"] as const) {
      const text = (rounds: number, high: number) => render(withDifference(rounds, high), format, { width: 200 });
      expect(text(3, 1)).toContain("cpu/o 1.100 [0.001, 1.000]");
      expect(text(3, 1.01)).not.toContain("cpu/o 1.100");
      expect(text(2, 1)).not.toContain("cpu/o 1.100");
      expect(text(3, 1e18)).toContain("0.900 [-, -]");
      expect(text(3, 1e18)).not.toContain("000000000");
    }
    expect(render(withDifference(2, 1e18), "tsv")).toContain("1000000000000000000");
  });

  it("have no rounds beside them: a cell without a whole round says so", () => {
    expect(render(withDifference(0, 1), "text")).toContain("oltp.point-query.1  (1 client, no whole round yet)");
    expect(render(withDifference(1, 1), "text")).toContain("oltp.point-query.1  (1 client, 1 round)");
  });

  it("are no ranges of one number: 3 rounds at least and at most are 3 rounds", () => {
    const method = { ...run.plan.method, rounds: { min: 3, max: 3 } };
    expect(render(makeReport({ ...EXAMPLE, run: { ...run, plan: { ...run.plan, method } } }), "text")).toContain(
      "over all cells, 3 rounds,",
    );
  });
});

describe("the environment in one line", () => {
  it("tells cores from hardware threads, and shared CPUs from separate ones", () => {
    const host = { ...run.plan.host, cores: 1 };
    expect(environmentLine({ host, cpus: null, listen: "tcp" })).toBe(
      "1 core with 2 hardware threads (Intel(R) Xeon(R) Processor @ 2.60GHz), 3.8 GiB memory, kernel 6.1.0-28-amd64, " +
        "ext4, server and client share all CPUs, over TCP",
    );
    expect(environmentLine({ host, cpus: { server: [0, 1], client: [1] }, listen: "socket" })).toMatch(
      /server on CPUs 0,1, client on CPU 1 \(shared\), over a socket$/,
    );
  });
});

describe("text of users in a report", () => {
  const experiment = "a | b\tc\n<script>`x` *y*";
  const report = makeReport({ ...EXAMPLE, run: { ...run, id: "a\tb", plan: { ...run.plan, experiment } } });

  it("cannot break a line of TSV", () => {
    const lines = render(report, "tsv").trimEnd().split("\n");
    expect(new Set(lines.map((line) => line.split("\t").length)).size).toBe(1);
  });

  it("is no markup in Markdown", () => {
    expect(render(report, "md").split("\n")[0]).toBe("### a \\| b\tc \\<script>\\`x\\` \\*y\\*");
  });

  it("cannot end the block of its spec in Markdown", () => {
    const specText = "a: |\n  ```\n  text\n  ```\n";
    expect(render(makeReport({ ...EXAMPLE, run: { ...run, specText } }), "md")).toContain("````yaml\na: |\n");
  });
});
