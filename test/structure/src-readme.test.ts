import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { ALLOWED } from "./import-rules.ts";

const SRC = fileURLToPath(new URL("../../src", import.meta.url));

it("src/README.md has a line for each folder that the import rules know, if it is there, and for no other", () => {
  const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  const isThere = (folder: string): boolean => sources.some((path) => path.startsWith(`${folder}/`));
  const lines = [...readFileSync(`${SRC}/README.md`, "utf8").matchAll(/^\| `([\w/]+)\/` \| \S/gm)];
  const named = lines.map((match) => match[1] ?? "");
  expect(named.toSorted()).toEqual(Object.keys(ALLOWED).filter(isThere).toSorted());
});
