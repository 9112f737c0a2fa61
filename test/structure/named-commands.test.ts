import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { withoutComments } from "./import-rules.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Sentences in which dbdyno is the subject and no command follows. */
const VERBS =
  /^(and|as|can|cannot|chooses|compares|does|fetches|has|is|itself|knows|makes|must|never|passes|recognises|runs|starts|that|too|wrote)$/;

function namedIn(text: string): readonly string[] {
  return [...text.matchAll(/\bdbdyno ([a-z]+)\b/g)].map((match) => match[1] ?? "").filter((word) => !VERBS.test(word));
}

describe("a command that a message or a document names", () => {
  it("is seen, and is told from a sentence about dbdyno", () => {
    expect(namedIn("remove it (dbdyno gc); dbdyno makes it again, or dbdyno run --resume")).toEqual(["gc", "run"]);
  });

  it("exists", () => {
    const known = COMMANDS.map(({ name }) => name);
    const sources = readdirSync(`${ROOT}/src`, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
      .map((path) => ({ path: `src/${path}`, text: withoutComments(readFileSync(`${ROOT}/src/${path}`, "utf8")) }));
    const documents = [...readdirSync(`${ROOT}/docs`).map((name) => `docs/${name}`), "README.md"]
      .filter((path) => path.endsWith(".md"))
      .map((path) => ({ path, text: readFileSync(`${ROOT}/${path}`, "utf8") }));
    const unknown = [...sources, ...documents].flatMap(({ path, text }) =>
      namedIn(text)
        .filter((word) => !known.includes(word))
        .map((word) => `${path}: dbdyno ${word}`),
    );
    expect(sources.length + documents.length).toBeGreaterThan(100);
    expect(unknown).toEqual([]);
  });
});
