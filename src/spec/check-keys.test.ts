import { describe, expect, it } from "vitest";
import { makePlan } from "./make-plan.ts";
import { buildsOf, HOST, problemsOf, specOf } from "./test-samples.ts";

const BUILD = "{ build: mysql@5.6.24 }";

describe("an alias that holds itself", () => {
  it.each(["clients: &c [1, *c]", "x: &a [*a]"])("in %s is a problem of the spec and not of dbdyno", (line) => {
    const text = `variants: { A: ${BUILD}, B: ${BUILD} }\nbaseline: A\nworkloads: [oltp]\n${line}\n`;
    expect(problemsOf(text)).toMatch(/^test\.yaml:4:\d+ /m);
  });
});

describe("names that JavaScript's objects have too", () => {
  it("__proto__ names no variant, wherever it stands among them", () => {
    expect(
      problemsOf(`variants:\n  A: ${BUILD}\n  __proto__: ${BUILD}\n  B: ${BUILD}\nbaseline: A\nworkloads: [oltp]\n`),
    ).toBe(
      'test.yaml:3:3 variants.__proto__: "__proto__" cannot name a variant\n' +
        "  hint: begin with a letter or digit; then letters, digits, dot, dash and underscore, at most 64 in all",
    );
  });

  it.each([
    ["a setting", `variants: { A: ${BUILD}, B: { build: ./b, config: { __proto__: 1 } } }`, "is not a setting's name"],
    ["a level of a matrix", "matrix: { build: [./a, ./b], config: { __proto__: [1, 2] } }", "is not a setting's name"],
    ["a key", `variants: { A: ${BUILD}, B: ${BUILD} }\n__proto__: 1`, 'unknown key "__proto__"'],
  ])("__proto__ as %s is a problem at its place", (_, variants, message) => {
    expect(
      problemsOf(`${variants}\nbaseline: ${variants.startsWith("matrix") ? "a" : "A"}\nworkloads: [oltp]\n`),
    ).toContain(message);
  });

  it("constructor and toString are variants like others", () => {
    const spec = specOf(
      `variants: { constructor: ${BUILD}, toString: ${BUILD} }\nbaseline: toString\nworkloads: [oltp]\n`,
    );
    const request = { spec, host: HOST, seed: 1, residentBytesOf: () => 1 };
    const plan = makePlan({ ...request, builds: buildsOf(spec) });
    expect(plan.variants.map(({ name }) => name)).toEqual(["constructor", "toString"]);
    expect(() => makePlan({ ...request, builds: {} })).toThrow("variant constructor was planned before its build");
  });
});
