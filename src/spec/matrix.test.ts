import { describe, expect, it } from "vitest";
import { parseSpec } from "./parse-spec.ts";
import { problemsOf, specOf } from "./test-samples.ts";

const TAIL = "workloads: [oltp]\n";

describe("a matrix", () => {
  it("makes a variant of each combination, named by what varies, the last setting varying fastest", () => {
    const spec = specOf(`matrix:
  build: [postgres@16, postgres@17]
  config: { jit: [off, on], shared_buffers: 64MB }
baseline: postgres-16.jit-off
${TAIL}`);
    expect(spec.variants.map(({ name }) => name)).toEqual([
      "postgres-16.jit-off",
      "postgres-16.jit-on",
      "postgres-17.jit-off",
      "postgres-17.jit-on",
    ]);
    expect(spec.variants[3]).toEqual({
      name: "postgres-17.jit-on",
      build: { kind: "catalogue", family: "postgres", version: "17" },
      config: { jit: "on", shared_buffers: "64MB" },
    });
  });

  it("leaves the build out of the names where there is one", () => {
    const spec = specOf(`matrix: { build: mysql@5.6.24, config: { performance_schema: [false, true] } }
baseline: performance_schema-OFF
${TAIL}`);
    expect(spec.variants.map(({ name, config }) => [name, config.performance_schema])).toEqual([
      ["performance_schema-OFF", "OFF"],
      ["performance_schema-ON", "ON"],
    ]);
  });

  it("names folders by their last part, and tells two of one name apart", () => {
    const spec = specOf(`matrix: { build: [/a/8.0/, /b/8.0, "./my build"] }\nbaseline: "8.0"\n${TAIL}`);
    expect(spec.variants.map(({ name }) => name)).toEqual(["8.0", "8.0-2", "my_build"]);
  });

  it("has its builds' problems told at their level", () => {
    const { positions } = parseSpec({
      text: `matrix: { build: [postgres@16, postgres@17] }\nbaseline: postgres-16\n${TAIL}`,
      file: "x.yaml",
    });
    expect(positions.buildPath("postgres-17")).toEqual(["matrix", "build", 1]);
    expect(positions.at(positions.buildPath("postgres-17"), "value")).toEqual({ file: "x.yaml", line: 1, column: 32 });
  });

  it("of more than 64 variants is refused", () => {
    const levels = "[1, 2, 3, 4, 5]";
    expect(
      problemsOf(`matrix: { build: mysql@5.6.24, config: { a: ${levels}, b: ${levels}, c: ${levels} } }
baseline: x
${TAIL}`),
    ).toBe(
      "test.yaml:1:1 matrix: 125 variants are more than the 64 that one run compares\n  hint: drop a setting or some levels",
    );
  });

  it("with an empty level, or a level named twice, is refused", () => {
    expect(
      problemsOf(`matrix: { build: mysql@5.6.24, config: { a: [], b: [1, 1] } }\nbaseline: x\n${TAIL}`),
    ).toBe(`test.yaml:1:45 matrix.config.a: it is empty
  hint: for example: max_connections: [100, 200]
test.yaml:1:56 matrix.config.b[1]: 1 is named twice
  hint: leave one of them out`);
  });

  it("of one combination has nothing to compare", () => {
    expect(problemsOf(`matrix: { build: mysql@5.6.24 }\nbaseline: mysql-5.6.24\n${TAIL}`)).toContain(
      "one variant is nothing to compare\n  hint: give a second build, or a second level of a setting",
    );
  });

  it("beside variants is refused", () => {
    const text = `variants: { A: { build: ./a }, B: { build: ./b } }\nmatrix: { build: [./a, ./b] }\nbaseline: A\n${TAIL}`;
    expect(problemsOf(text)).toBe(
      "test.yaml:2:1 matrix: both variants and matrix are given\n  hint: keep one: a matrix makes its variants",
    );
  });

  it("with a baseline that it does not make says which it makes", () => {
    expect(problemsOf(`matrix: { build: [postgres@16, postgres@17] }\nbaseline: "16"\n${TAIL}`)).toContain(
      '"16" is not one of the variants\n  hint: variants: postgres-16, postgres-17',
    );
  });
});
