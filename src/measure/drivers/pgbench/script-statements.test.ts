import { describe, expect, it } from "vitest";
import { countStatements } from "./script-statements.ts";

describe("countStatements", () => {
  it.each([
    ["SELECT 1;", 1],
    ["SELECT 1", 1],
    ["\\set a random(1, 10)\nBEGIN;\nSELECT :a;\nEND;\n", 3],
    ["\\set a \\\n  random(1, 10)\nSELECT :a;\n", 1],
    ["-- a; b\nSELECT ';', \"x;y\", 'it''s;';\n/* ; */\n", 1],
    ["SELECT $$a;b$$, $t$c;d$t$;", 1],
    ["SELECT 1 AS one \\gset\nSELECT :one;", 2],
    ["\\if :x\nSELECT 1;\n\\else\nSELECT 2;\n\\endif\n", 2],
    ["", 0],
  ])("of %j are %i", (text, count) => {
    expect(countStatements(text)).toBe(count);
  });
});
