/** Builds as people name them, in a spec (`build:`) and on the command line (`A=DIR`): one reader for both. */
import { type BuildReference, FAMILIES, type Family } from "../model/build.ts";
import { closestName } from "./closest-name.ts";
import { fault, type Reading, read } from "./reading.ts";
import { VARIANT_NAME } from "./variant-name.ts";

const FORMS =
  "write FAMILY@VERSION (mysql@5.6.24, postgres@17) or the folder of an installed server (~/opt/mysql/8.0.37, ./x, /x)";

/**
 * `mysql@5.6.24` is a build of the catalogue, a path a server that is already there. A path starts with `/`, `~` or `.`,
 * or holds a `/`. `~` and relative paths stay as written: whoever opens them knows the home and the current folder.
 */
export function parseBuildReference(text: string): Reading<BuildReference> {
  const trimmed = text.trim();
  if (trimmed === "") return fault("the build is empty", FORMS);
  if (isPath(trimmed)) return read({ kind: "basedir", path: trimmed });
  const [family = "", version] = trimmed.split("@", 2);
  if (!isFamily(family)) return unknownFamily(trimmed, family, version);
  if (!version) return fault(`"${trimmed}" lacks a version`, `write ${family}@VERSION; dbdyno builds list shows them`);
  if (!/^\d+(\.\d+)*[\w.-]*$/.test(version)) {
    return fault(`"${version}" is not a version`, `write ${family}@VERSION; dbdyno builds list shows them`);
  }
  return read({ kind: "catalogue", family, version });
}

/** The text that `parseBuildReference` reads back: for starter specs, reports and commands to repeat. */
export function formatBuildReference(reference: BuildReference): string {
  return reference.kind === "catalogue" ? `${reference.family}@${reference.version}` : reference.path;
}

export interface VariantArgument {
  readonly name: string;
  readonly build: BuildReference;
}

/** `A=~/opt/mysql/8.0.37` or `A=mysql@5.6.24`. Whether an argument is one is told by its first `=`: see `isVariantArgument`. */
export function parseVariantArgument(text: string): Reading<VariantArgument> {
  const split = text.indexOf("=");
  const name = text.slice(0, Math.max(split, 0));
  const hint = "write NAME=BUILD: A=~/opt/mysql/8.0.37 or A=mysql@5.6.24";
  if (split < 0) return fault(`"${text}" is not NAME=BUILD`, hint);
  if (!VARIANT_NAME.pattern.test(name)) return fault(`"${name}" cannot name a variant: ${VARIANT_NAME.rule}`, hint);
  const build = parseBuildReference(text.slice(split + 1));
  return build.ok ? read({ name, build: build.value }) : fault(`${name}: ${build.message}`, build.hint);
}

/** Tells `A=DIR` from a step's name or a spec file on the command line. */
export function isVariantArgument(text: string): boolean {
  return /^[A-Za-z0-9][\w.-]*=/.test(text);
}

/** True when `known` is `asked` or a point release of it: `17` takes `17.10`, never `17.10` `17.1`. */
export function versionMatches(asked: string, known: string): boolean {
  return known === asked || known.startsWith(`${asked}.`);
}

/** The newest of `known` that `asked` stands for, or null. Versions are ordered by their numbers, `17.10` above `17.9`. */
export function newestMatch(asked: string, known: readonly string[]): string | null {
  const matches = known.filter((version) => versionMatches(asked, version));
  return matches.toSorted(compareVersions).at(-1) ?? null;
}

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

function isPath(text: string): boolean {
  return /^[/~.]/.test(text) || text.includes("/");
}

function isFamily(text: string): text is Family {
  return FAMILIES.some((family) => family === text);
}

function unknownFamily(text: string, family: string, version: string | undefined): Reading<BuildReference> {
  const closest = closestName(family, FAMILIES);
  const suggestion = closest === null ? "" : `did you mean "${closest}@${version ?? "VERSION"}"? `;
  if (version === undefined) return fault(`"${text}" is neither a build nor a path`, `${suggestion}${FORMS}`);
  return fault(`unknown family "${family}"`, `${suggestion}families: ${FAMILIES.join(", ")}; ${FORMS}`);
}
