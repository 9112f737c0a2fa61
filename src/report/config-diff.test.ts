import { describe, expect, it } from "vitest";
import { BY_CONSTRUCTION } from "./by-construction.ts";
import { differingParts, diffSettings, type VariantSettings } from "./config-diff.ts";

const off = {
  variant: "off",
  build: "5.6.24",
  variables: { performance_schema: "OFF", sort_buffer_size: "1", datadir: "/a", same: "x" },
};
const on = {
  variant: "on",
  build: "5.6.24",
  variables: { performance_schema: "ON", sort_buffer_size: "2", datadir: "/b", same: "x" },
};

function declaring(...declared: readonly string[]) {
  return { declared, buildFactor: null };
}

describe("the diff of effective settings", () => {
  it("has declared differences first, and says which were not declared", () => {
    expect(diffSettings([off, on], declaring("performance_schema")).differing).toEqual([
      { name: "performance_schema", values: { off: "OFF", on: "ON" }, declared: true, followsFrom: null },
      { name: "sort_buffer_size", values: { off: "1", on: "2" }, declared: false, followsFrom: null },
    ]);
  });

  it("knows a declared name with hyphens, capitals or loose_", () => {
    for (const name of [
      "performance-schema",
      "Performance_Schema",
      "loose_performance_schema",
      "loose-performance-schema",
    ]) {
      expect(diffSettings([off, on], declaring(name)).differing[0]).toMatchObject({
        name: "performance_schema",
        declared: true,
      });
    }
  });

  it("lets changed defaults follow from a declared version, and nothing that differs within one build", () => {
    const old = { ...off, build: "5.6.24" };
    const newer = { ...on, variant: "new", build: "8.0.37" };
    const both = { declared: ["performance_schema"], buildFactor: "version" };
    const labels = (variants: readonly VariantSettings[]) =>
      diffSettings(variants, both).differing.map(({ name, declared, followsFrom }) => [name, declared, followsFrom]);
    expect(labels([old, newer])).toEqual([
      ["performance_schema", true, null],
      ["sort_buffer_size", false, "version"],
    ]);
    const oddOne = { ...old, variant: "odd", variables: { ...old.variables, sort_buffer_size: "3" } };
    expect(labels([old, oddOne, newer])[1]).toEqual(["sort_buffer_size", false, null]);
  });

  it("leaves out what servers compute from other settings", () => {
    const small = { ...off, variables: { shared_memory_size: "143MB" } };
    const large = { ...on, variables: { shared_memory_size: "1060MB" } };
    expect(diffSettings([small, large], declaring())).toMatchObject({
      differing: [],
      ignored: [{ name: "shared_memory_size", reason: expect.stringContaining("computed") }],
    });
  });

  it("leaves out what differs by construction, with the reason", () => {
    const { differing, ignored } = diffSettings([off, on], declaring());
    expect(differing.map(({ name }) => name)).not.toContain("datadir");
    expect(ignored).toEqual([{ name: "datadir", reason: expect.stringContaining("data directory") }]);
  });

  it("keeps settings apart that not every variant has", () => {
    const newer = { variant: "new", build: "5.6.24", variables: { ...on.variables, mrr_size: "9" } };
    expect(diffSettings([on, newer], declaring()).partial).toEqual([{ name: "mrr_size", values: { new: "9" } }]);
    expect(diffSettings([on, newer], declaring()).differing).toEqual([]);
  });

  it("compares those that were read, and names the others", () => {
    const diff = diffSettings([off, on, { variant: "later", build: "5.6.24", variables: null }], declaring());
    expect(diff.unread).toEqual(["later"]);
    expect(diff.differing).toHaveLength(2);
  });

  it("says nothing of one variant, or of equal ones", () => {
    expect(diffSettings([off], declaring())).toEqual({ differing: [], partial: [], ignored: [], unread: [] });
    expect(diffSettings([off, { ...off, variant: "again" }], declaring()).differing).toEqual([]);
  });

  it("gives each name one reason only", () => {
    const names = BY_CONSTRUCTION.flatMap((group) => group.names);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

describe("the short form of differing lists", () => {
  it("shows only parts that not all variants have", () => {
    expect(differingParts({ a: "x=on,y=on,z=off", b: "x=on,y=on,z=on,w=on" })).toEqual({
      a: "...,z=off",
      b: "...,z=on,w=on",
    });
  });

  it("leaves single values and lists with little in common whole", () => {
    expect(differingParts({ a: "1", b: "2" })).toEqual({ a: "1", b: "2" });
    expect(differingParts({ a: "x,y", b: "x,z" })).toEqual({ a: "x,y", b: "x,z" });
  });
});
