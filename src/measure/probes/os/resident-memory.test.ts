import { describe, expect, it } from "vitest";
import { residentBytes } from "./resident-memory.ts";

const MB = 2 ** 20;
const rss = (anonymous: number, file: number, shared: number) => ({
  totalBytes: (anonymous + file + shared) * MB,
  anonymousBytes: anonymous * MB,
  fileBytes: file * MB,
  sharedBytes: shared * MB,
});

describe("resident memory of a server", () => {
  it("is the RSS of a server of one process", () => {
    expect(residentBytes([rss(700, 20, 1)])).toBe(721 * MB);
  });

  it("has the shared buffers once, however many backends touched them", () => {
    const backends = Array.from({ length: 64 }, () => rss(2, 8, 128));
    expect(residentBytes([rss(1, 9, 4), ...backends])).toBe((1 + 64 * 2 + 9 + 128) * MB);
  });

  it("is zero for a server without memory", () => {
    expect(residentBytes([])).toBe(0);
  });
});
