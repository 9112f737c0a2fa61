import { describe, expect, it } from "vitest";
import { LabError } from "../../model/errors.ts";
import { CATALOGUE, catalogueVersions, compareVersions, entryName, findInCatalogue, knownBuilds } from "./catalogue.ts";

function unknown(family: "mysql" | "postgres", version: string): LabError {
  try {
    findInCatalogue(family, version);
  } catch (error) {
    if (error instanceof LabError) return error;
  }
  throw new Error(`${family}@${version} should not be known`);
}

describe("the catalogue", () => {
  it("has MySQL 5.6.24 and each PostgreSQL major from 10 to 18", () => {
    const majors = new Set(catalogueVersions("postgres").map((version) => version.split(".")[0]));
    expect(catalogueVersions("mysql")).toEqual(["5.6.24"]);
    expect([...majors]).toEqual(["18", "17", "16", "15", "14", "13", "12", "11", "10"]);
  });

  it("names each build once, with an exact package version and a whole sha512", () => {
    expect(new Set(CATALOGUE.map(entryName)).size).toBe(CATALOGUE.length);
    for (const entry of CATALOGUE) {
      expect(entry.packageVersion).toMatch(/^\d+\.\d+\.\d+(-beta\.\d+)?$/);
      expect(Buffer.from(entry.integrity.slice("sha512-".length), "base64").length).toBe(64);
    }
  });

  it("names no registry: where packages come from is the user's npm's business", () => {
    expect(JSON.stringify(CATALOGUE)).not.toContain("://");
  });

  it("finds an exact version", () => {
    expect(findInCatalogue("postgres", "16.1")).toMatchObject({ version: "16.1", packageVersion: "16.1.1-beta.11" });
  });

  it("takes the newest beta of a version that was packed more than once", () => {
    expect(findInCatalogue("postgres", "14.3").packageVersion).toBe("14.3.0-beta.6");
    expect(findInCatalogue("postgres", "15.8").packageVersion).toBe("15.8.0-beta.14");
  });

  it("takes the newest below the first parts of a version, by number and not by letter", () => {
    const seventeens = catalogueVersions("postgres").filter((version) => version.startsWith("17."));
    expect(findInCatalogue("postgres", "17").version).toBe(seventeens.toSorted(compareVersions).at(-1));
    expect(seventeens.indexOf("17.10")).toBeLessThan(seventeens.indexOf("17.9"));
    expect(findInCatalogue("mysql", "5.6").version).toBe("5.6.24");
  });

  it("does not take 1 for 17 or 16.1 for 16.10", () => {
    expect(unknown("postgres", "1").code).toBe("build-unknown");
    expect(findInCatalogue("postgres", "16.1").version).toBe("16.1");
  });

  it.each([
    ["postgres", "17.3", "did you mean postgres@17.2 or postgres@17.4?"],
    ["postgres", "9.6", "did you mean postgres@10.20?"],
    ["mysql", "8.0.37", "did you mean mysql@5.6.24?"],
    ["mysql", "", "did you mean mysql@5.6.24?"],
  ] as const)("suggests the nearest versions for %s@%s", (family, version, suggestion) => {
    const error = unknown(family, version);
    expect(error.message).toContain(`${family}@${version} is not in the catalogue`);
    expect(error.hint).toContain(suggestion);
  });

  it("tells which builds there are, newest first", () => {
    expect(knownBuilds()).toEqual({ mysql: ["5.6.24"], postgres: catalogueVersions("postgres") });
  });
});
