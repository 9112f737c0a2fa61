import { describe, expect, it } from "vitest";
import type { BuildReference } from "../model/build.ts";
import { COMPARISON_BUDGET_SECONDS, comparisonSpec } from "./default-spec.ts";
import { parseSpec } from "./parse-spec.ts";
import { type FoundServer, starterSpec } from "./starter-spec.ts";
import { planFor, plannedSeconds } from "./test-samples.ts";

const BUILDS: readonly BuildReference[] = [
  { kind: "catalogue", family: "mysql", version: "5.6.24" },
  { kind: "catalogue", family: "postgres", version: "17.10" },
];

describe("the comparison without a spec", () => {
  it.each(BUILDS)("of two $family builds makes at least four rounds in its twelve minutes", (build) => {
    const spec = comparisonSpec({
      variants: [
        { name: "A", build },
        { name: "B", build },
      ],
    });
    expect(spec.workloads[0]?.steps).toEqual(["point-query", "read-write", "update-index"]);
    expect(spec.clients).toEqual([1, 8]);
    const plan = planFor(spec);
    expect(plan.method.rounds.max).toBeGreaterThanOrEqual(4);
    expect(plannedSeconds(plan)).toBeLessThanOrEqual(COMPARISON_BUDGET_SECONDS);
  });

  it("uses a longer budget for more rounds, and takes the steps asked for", () => {
    const variants = BUILDS.map((build, i) => ({ name: `V${i}`, build }));
    const spec = comparisonSpec({ variants, budget: 3600, steps: ["read-only", "read-only"] });
    expect(spec).toMatchObject({ baseline: "V0", method: { budget: 3600, rounds: { max: 12 } } });
    expect(spec.workloads[0]?.steps).toEqual(["read-only"]);
  });

  it("refuses an unknown step, one build, and a name used twice", () => {
    const [build] = BUILDS;
    if (build === undefined) throw new Error("no build");
    const [a, b] = ["A", "B"].map((name) => ({ name, build }));
    if (a === undefined || b === undefined) throw new Error("no variants");
    expect(() => comparisonSpec({ variants: [a, b], steps: ["read-onyl"] })).toThrow('unknown step "read-onyl"');
    expect(() => comparisonSpec({ variants: [a] })).toThrow("one build is nothing to compare");
    expect(() => comparisonSpec({ variants: [a, a] })).toThrow("the name A is given to two builds");
  });
});

describe("the starter spec", () => {
  const mysql: FoundServer = { family: "mysql", version: "5.6.24", reference: "mysql@5.6.24" };
  const pg = (version: string): FoundServer => ({
    family: "postgres",
    version,
    reference: `/opt/my server/${version}`,
  });

  it.each<[string, readonly FoundServer[]]>([
    ["no server", []],
    ["one MySQL", [mysql]],
    ["one PostgreSQL", [pg("17.10")]],
    ["two of one family", [pg("17.10"), pg("16.14")]],
    ["one version in two places", [mysql, { ...mysql, reference: "~/opt/mysql" }]],
    ["one server found twice", [mysql, mysql]],
    ["many", [mysql, pg("9.6"), pg("17.10"), pg("16.14")]],
  ])("for %s parses without a problem and can be planned", (_, servers) => {
    const text = starterSpec({ servers, file: "first.yaml" });
    const { spec, problems } = parseSpec({ text, file: "first.yaml" });
    expect(problems).toEqual([]);
    expect(text.split("\n")[0]).toBe("# yaml-language-server: $schema=./dbdyno.schema.json");
    expect(text).toContain("dbdyno run first.yaml");
    if (spec === null) throw new Error("no spec");
    expect(planFor(spec).method.rounds.max).toBeGreaterThanOrEqual(3);
  });

  it("takes the older of two versions as the baseline, by number", () => {
    const text = starterSpec({ servers: [pg("17.10"), pg("9.6")], file: "x.yaml" });
    expect(parseSpec({ text, file: "x.yaml" }).spec?.variants[0]).toMatchObject({
      name: "A",
      build: { path: "/opt/my server/9.6" },
    });
  });

  it("keeps the servers it does not use as comments", () => {
    expect(starterSpec({ servers: [pg("9.6"), pg("17.10"), mysql], file: "x.yaml" })).toContain(
      "#  also here, mysql 5.6.24: mysql@5.6.24",
    );
  });
});
