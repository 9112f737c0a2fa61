import { describe, expect, it } from "vitest";
import type { Build } from "../../model/build.ts";
import { createFakeOs } from "../../os/fake-os.ts";
import { makeDataDirectory, parseMarker, requireOwnDataDirectory } from "./data-directory.ts";

const BUILD: Build = {
  reference: { kind: "catalogue", family: "mysql", version: "5.6.24" },
  family: "mysql",
  version: "5.6.24",
  versionLine: "mysqld  Ver 5.6.24",
  basedir: "/b",
  binary: "/b/bin/mysqld",
  libraryPath: null,
  digest: "abc",
  origin: "npm",
  resolvedAt: "2026-01-01T00:00:00.000Z",
};

describe("making a data directory", () => {
  it("marks it with the build that made it, once it is filled", async () => {
    const os = createFakeOs();
    const fill = async () => {
      await os.files.makeDirectory("/lab/data");
      await os.files.write("/lab/data/ibdata1", "rows");
    };
    await makeDataDirectory(os, { path: "/lab/data", build: BUILD, fill });
    expect(await requireOwnDataDirectory(os, "/lab/data", "mysql")).toEqual({
      family: "mysql",
      version: "5.6.24",
      digest: "abc",
      madeAt: "2026-01-01T00:00:00.000Z",
    });
  });

  it("leaves nothing behind when filling fails", async () => {
    const os = createFakeOs();
    const fill = async () => {
      await os.files.makeDirectory("/lab/data");
      await os.files.write("/lab/data/half", "made");
      throw new Error("killed");
    };
    await expect(makeDataDirectory(os, { path: "/lab/data", build: BUILD, fill })).rejects.toThrow("killed");
    expect(await os.files.exists("/lab/data")).toBe(false);
  });

  it("does not touch a folder that has something in it", async () => {
    const os = createFakeOs({ files: { "/lab/data/precious": "rows" } });
    const fill = () => os.files.write("/lab/data/precious", "gone");
    const made = makeDataDirectory(os, { path: "/lab/data", build: BUILD, fill });
    await expect(made).rejects.toMatchObject({ code: "data-directory-foreign", where: "/lab/data" });
    expect(await os.files.read("/lab/data/precious")).toBe("rows");
  });
});

describe("a data directory", () => {
  const foreign = async (marker: Record<string, string>, family: "mysql" | "postgres" = "mysql") => {
    const os = createFakeOs({ files: { "/lab/data/ibdata1": "rows", ...marker } });
    const fault: unknown = await requireOwnDataDirectory(os, "/lab/data", family).catch((reason: unknown) => reason);
    expect(fault).toMatchObject({ code: "data-directory-foreign", where: "/lab/data" });
    return fault instanceof Error ? fault.message : "";
  };

  it("is foreign without a marker, with a marker of somebody else, and with one of another family", async () => {
    expect(await foreign({})).toContain("there is no dbdyno-data.json in it");
    expect(await foreign({ "/lab/data/dbdyno-data.json": "{}" })).toContain("is not one of ours");
    expect(await foreign({ "/lab/data/dbdyno-data.json": "not JSON" })).toContain("is not one of ours");
    const marker = '{"family":"postgres","version":"17.10","digest":"d","madeAt":"2026-01-01T00:00:00.000Z"}';
    expect(await foreign({ "/lab/data/dbdyno-data.json": marker })).toContain("made for postgres, not for mysql");
  });
});

describe("a marker", () => {
  it("must have every field, and a family that is known", () => {
    const whole = { family: "postgres", version: "17.10", digest: "d", madeAt: "t" };
    expect(parseMarker(JSON.stringify(whole))).toEqual(whole);
    expect(parseMarker(JSON.stringify({ ...whole, digest: 1 }))).toBeNull();
    expect(parseMarker(JSON.stringify({ ...whole, family: "oracle" }))).toBeNull();
    expect(parseMarker("[]")).toBeNull();
    expect(parseMarker("null")).toBeNull();
  });
});
