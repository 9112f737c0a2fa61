import { describe, expect, it } from "vitest";
import {
  formatBuildReference,
  isVariantArgument,
  newestMatch,
  parseBuildReference,
  parseVariantArgument,
  versionMatches,
} from "./build-reference.ts";
import { closestName } from "./closest-name.ts";
import { formatCpuList, parseCpuList } from "./cpu-list.ts";

describe("a build's reference", () => {
  it.each(["mysql@5.6.24", "postgres@17", "postgres@18.0-beta1"])("%s is a build of the catalogue", (text) => {
    const reading = parseBuildReference(text);
    expect(reading).toMatchObject({ ok: true, value: { kind: "catalogue" } });
    expect(reading.ok && formatBuildReference(reading.value)).toBe(text);
  });

  it.each(["/opt/mysql", "~/opt/mysql/8.0.37", "./x", "../x", "opt/mysql", ".", "~", "/a@b"])(
    "%s is a folder",
    (path) => {
      expect(parseBuildReference(path)).toEqual({ ok: true, value: { kind: "basedir", path } });
    },
  );

  it("an unknown family is refused with the one that was meant", () => {
    expect(parseBuildReference("mysq@5.6.24")).toMatchObject({
      ok: false,
      message: 'unknown family "mysq"',
      hint: expect.stringContaining('did you mean "mysql@5.6.24"? families: mysql, postgres'),
    });
    expect(parseBuildReference("postgresql@17")).toMatchObject({ hint: expect.stringContaining("postgres@17") });
  });

  it.each(["mysql", "mysql@", "mysql@latest", "", "8.0"])("%j is refused", (text) => {
    expect(parseBuildReference(text).ok).toBe(false);
  });
});

describe("a variant on the command line", () => {
  it("is NAME=BUILD, split at the first equals sign", () => {
    expect(parseVariantArgument("A=/opt/x=y")).toEqual({
      ok: true,
      value: { name: "A", build: { kind: "basedir", path: "/opt/x=y" } },
    });
    expect(parseVariantArgument("B=mysql@5.6.24")).toMatchObject({ ok: true, value: { build: { version: "5.6.24" } } });
  });

  it.each(["A", "=x", "a b=x", "A=", "A=mysql"])("%j is refused", (text) => {
    expect(parseVariantArgument(text).ok).toBe(false);
  });

  it("is told from steps and files by its equals sign", () => {
    expect(["A=/x", "point-query", "spec.yaml", "./a=b.yaml"].map(isVariantArgument)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("versions", () => {
  it("17 stands for the newest 17, by number and not by letters", () => {
    expect(newestMatch("17", ["17.9", "17.10", "16.14", "17.2"])).toBe("17.10");
    expect(newestMatch("1", ["17.9"])).toBeNull();
  });

  it("a whole version stands for itself alone", () => {
    expect(versionMatches("17.1", "17.10")).toBe(false);
    expect(versionMatches("17.1", "17.1")).toBe(true);
  });
});

describe("names that were meant", () => {
  it.each([
    ["confg", "config"],
    ["biuld", "build"],
    ["point-qery", "point-query"],
    ["READ-ONLY", "read-only"],
  ])("%s was meant as %s", (given, meant) => {
    expect(closestName(given, ["build", "config", "point-query", "read-only"])).toBe(meant);
  });

  it("nothing is guessed from afar", () => {
    expect(closestName("tables", ["build", "config"])).toBeNull();
  });
});

describe("lists of CPUs", () => {
  it("are numbers, lists and ranges, as taskset takes them", () => {
    expect(parseCpuList("0-3,8")).toEqual({ ok: true, value: [0, 1, 2, 3, 8] });
    expect(parseCpuList([2, 0, 2])).toEqual({ ok: true, value: [0, 2] });
    expect(parseCpuList(5)).toEqual({ ok: true, value: [5] });
    expect(formatCpuList([0, 1, 2, 3, 8])).toBe("0-3,8");
  });

  it.each(["", "a", "3-1", "1,,2", "-1", "0-99999"])("%j is refused", (text) => {
    expect(parseCpuList(text).ok).toBe(false);
  });
});
