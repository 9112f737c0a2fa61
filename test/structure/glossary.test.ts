import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COUNTERS } from "../../src/model/counters.ts";
import { PER_OPERATION_COLUMNS, type VerdictKind } from "../../src/model/verdict.ts";

const MODEL = new URL("../../src/model/", import.meta.url);
const glossary = readFileSync(new URL("../../docs/glossary.md", import.meta.url), "utf8");
const model = readdirSync(MODEL)
  .map((file) => readFileSync(new URL(file, MODEL), "utf8"))
  .join("\n");

/** Words of the glossary that are types of the model under the same name. */
const NOUNS = {
  build: "Build",
  variant: "Variant",
  placement: "Placement",
  workload: "Workload",
  step: "Step",
  cell: "Cell",
  stage: "Stage",
  measurement: "Measurement",
  difference: "Difference",
  plan: "Plan",
  spec: "Spec",
  warning: "Warning",
  counter: "Counter",
  sample: "ProbeSample",
};
/** Words that are fields, files or folders and no types. */
const OTHERS = [
  "baseline",
  "factor",
  "round",
  "mirrored order",
  "margin",
  "verdict",
  "attribution",
  "DBMS",
  "lab",
  "probe",
];
const VERDICTS: Readonly<Record<VerdictKind, true>> = {
  regressed: true,
  improved: true,
  equivalent: true,
  undecided: true,
  "not steady": true,
  "not comparable": true,
  "client saturated": true,
};

describe("docs/glossary.md", () => {
  it.each(Object.entries(NOUNS))("explains %s, which the model calls %s", (word, type) => {
    expect(glossary).toMatch(new RegExp(`^\\| \\*\\*${word}\\*\\*`, "m"));
    expect(model).toMatch(new RegExp(`export (interface|type) ${type}\\b`));
  });

  it.each([...OTHERS, ...Object.keys(VERDICTS)])("explains %s", (word) => {
    expect(glossary).toContain(`**${word}**`);
  });

  it.each([...Object.keys(COUNTERS), ...Object.keys(PER_OPERATION_COLUMNS)])("has %s", (name) => {
    expect(glossary).toContain(`\`${name}\``);
  });
});
