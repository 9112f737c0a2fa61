import { describe, expect, it } from "vitest";
import type { CellVerdict, VerdictKind } from "../../model/verdict.ts";
import { exitCodeOf } from "./exit-code.ts";
import { headlines } from "./headline.ts";
import { syntheticPlan } from "./synthetic-run.ts";

const NO_FIGURES = { throughput: null, perOperation: {}, latency: null, errors: {}, openLoop: null, statements: [] };

function verdict(variant: string, kind: VerdictKind, cell = "oltp.point-query.8", ratio = 0.51): CellVerdict {
  return {
    cell,
    variant,
    kind,
    metric: "throughput",
    difference: { ratio, low: ratio - 0.03, high: ratio + 0.03 },
    sequentialP: null,
    adjustedP: null,
    rounds: 4,
    undecided: null,
    baseline: NO_FIGURES,
    figures: NO_FIGURES,
    perOperationDifferences: {},
    warnings: [],
  };
}

describe("the headline of a variant", () => {
  const plan = syntheticPlan([], ["baseline", "query-cache", "perf-schema"]);

  it("names a difference with its interval and counts what is open", () => {
    const verdicts = [
      verdict("query-cache", "regressed"),
      verdict("query-cache", "undecided", "oltp.read-write.8"),
      verdict("perf-schema", "equivalent"),
      verdict("perf-schema", "equivalent", "oltp.read-write.8"),
    ];
    expect(headlines(plan, verdicts)).toEqual([
      "query-cache: regressed at oltp.point-query.8 (-49 %, 95 % interval -52 ... -46 %); 1 cell undecided",
      "perf-schema: 2 cells equivalent within 5 %",
    ]);
  });

  it("names the three strongest differences first and counts the rest", () => {
    const verdicts = [0.95, 0.9, 0.8, 0.7, 0.97].map((ratio, i) =>
      verdict("query-cache", "regressed", `c.s.${i}`, ratio),
    );
    const [headline] = headlines(plan, [...verdicts, verdict("query-cache", "improved", "c.s.9", 1.064)]);
    expect(headline).toBe(
      "query-cache: regressed at c.s.3 (-30 %, 95 % interval -33 ... -27 %), c.s.2 (-20 %, 95 % interval -23 ... -17 %), " +
        "c.s.1 (-10 %, 95 % interval -13 ... -7 %) and 2 more; improved at c.s.9 (+6.4 %, 95 % interval +3.4 ... +9.4 %)",
    );
  });

  it("says when nothing was measured", () => {
    expect(headlines(plan, [])).toEqual(["query-cache: nothing measured", "perf-schema: nothing measured"]);
  });
});

describe("the exit code", () => {
  it("is 1 when anything regressed, else 4 when anything is without a decision, else 0", () => {
    const code = (...kinds: readonly VerdictKind[]) => exitCodeOf(kinds.map((kind) => verdict("B", kind)));
    expect(code("equivalent", "regressed", "undecided", "not comparable")).toBe(1);
    expect(code("equivalent", "undecided", "improved")).toBe(4);
    expect(code("not comparable")).toBe(4);
    expect(code("client saturated")).toBe(4);
    expect(code("not steady")).toBe(4);
    expect(code("equivalent", "improved")).toBe(0);
    expect(code()).toBe(0);
  });
});
