import { describe, expect, it } from "vitest";
import { parseVariantArgument } from "./build-reference.ts";
import { comparisonSpec } from "./default-spec.ts";
import { isPrintable, printable } from "./printable.ts";
import { problemsOf, specOf } from "./test-samples.ts";

const HEAD = "variants: { A: { build: mysql@5.6.24 }, B: { build: mysql@5.6.24 } }\nbaseline: A\nworkloads: [oltp]\n";

describe("a spec file that is no text", () => {
  it.each([
    ["bytes that are not UTF-8", "caf\ufffd", "this is not UTF-8 text"],
    ["NUL, as UTF-16 has it", "v\0a\0", "this is not UTF-8 text"],
    ["an escape sequence", "\u001b[31m", "control character U+001B"],
    ["a bell", "ding\u0007", "control character U+0007"],
  ])("with %s is one problem at its place", (_, text, message) => {
    const bad = text.search(/[^\P{Cc}]|\ufffd/u);
    expect(problemsOf(`${HEAD}experiment: ${text}\nclients: nonsense\n`)).toBe(
      `test.yaml:4:${13 + bad}: ${message}\n  hint: save the file as plain UTF-8 text without control characters`,
    );
  });

  it("may begin with a byte order mark, and have tabs and any line ends", () => {
    expect(problemsOf(`\ufeff${HEAD.replaceAll("\n", "\r\n")}clients: 1\t# one\r\n`)).toBe("");
  });
});

describe("text of a spec that comes back in messages and reports", () => {
  it("has its control characters escaped, also those that YAML made", () => {
    expect(problemsOf(`${HEAD}"\\e[31mclient\\n": 1\n`)).toContain(
      'test.yaml:4:1 \\u001b[31mclient\\n: unknown key "\\u001b[31mclient\\n"',
    );
    expect(printable("a\u202eb\u2028")).toBe("a\\u202eb\\u2028");
    expect(isPrintable("Größe \u{1f600}")).toBe(true);
    expect(parseVariantArgument("A=\u001b[2J")).toMatchObject({ message: expect.not.stringContaining("\u001b") });
    const variants = ["A", "B"].map((name) => ({ name, build: { kind: "basedir", path: "/x" } as const }));
    expect(() => comparisonSpec({ variants, steps: ["\u001b[2J"] })).toThrow('unknown step "\\u001b[2J"');
  });

  it.each([
    ["experiment", 'experiment: "two\\nlines"', "test.yaml:4:13 experiment: "],
    ["experiment", 'experiment: "\\e[31mred"', "test.yaml:4:13 experiment: "],
  ])("is refused where it would break the line of a report: %s %s", (_, line, place) => {
    expect(problemsOf(`${HEAD}${line}\n`)).toContain(`${place}this is not one line of printable text`);
  });

  it("is refused in a setting's value, a folder and a factor too", () => {
    const variants = (b: string) => `variants: { A: { build: ./a }, B: ${b} }\nbaseline: A\nworkloads: [oltp]\n`;
    expect(problemsOf(variants('{ build: ./b, config: { x: "a\\nb" } }'))).toContain(
      "variants.B.config.x: this is not one line of printable text",
    );
    expect(problemsOf(variants('{ build: { basedir: "/a\\eb" } }'))).toContain(
      "variants.B.build.basedir: this is not one line of printable text",
    );
    expect(problemsOf(variants('{ build: "/a\\eb" }'))).toContain("build: this is not one line of printable text");
  });

  it("names no setting unless it has letters, digits, underscore, dash and dot alone", () => {
    const config = (name: string) =>
      problemsOf(
        `variants: { A: { build: ./a }, B: { build: ./b, config: { ${name}: 1 } } }\nbaseline: A\nworkloads: [oltp]\n`,
      );
    for (const name of ["a b", '"a\\nb"', "a=b", '"--x"', "é"])
      expect(config(name)).toContain("is not a setting's name");
    for (const name of ["performance-schema", "auto_explain.log_analyze"]) expect(config(name)).toBe("");
  });

  it("that is a file's name becomes an experiment's name of one line", () => {
    expect(specOf(HEAD).experiment).toBe("test");
  });
});
