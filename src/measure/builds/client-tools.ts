/** Load generators of others: found on PATH, or fetched from Debian's archive into the cache. */
import { join } from "node:path";
import { LabError } from "../../model/errors.ts";
import type { Os } from "../../os/os.ts";
import type { BuildDeps } from "./cache.ts";
import { fillCacheFolder } from "./cache-folder.ts";
import { AptFolder } from "./debian/apt-folder.ts";
import { runStep } from "./step.ts";

export const CLIENT_TOOLS = ["sysbench", "pgbench"] as const;
export type ClientToolName = (typeof CLIENT_TOOLS)[number];

export interface ClientTool {
  /** The program, absolute. */
  readonly argv: readonly string[];
  /** Added to our own environment: where the libraries and scripts of a fetched tool are. */
  readonly env: Readonly<Record<string, string>>;
  /** As the tool says it: `sysbench 1.0.20`. */
  readonly version: string;
}

interface Recipe {
  /** Debian's package that brings it. */
  readonly package: string;
  /** Folders below the root, besides those on PATH, that may hold the program; `*` is one name. */
  readonly folders: readonly string[];
  readonly env: (root: string) => Readonly<Record<string, string>>;
}

const RECIPES: Readonly<Record<ClientToolName, Recipe>> = {
  sysbench: {
    package: "sysbench",
    folders: ["usr/bin"],
    env: (root) => ({ LUA_PATH: `${join(root, "usr/share/sysbench/?.lua")};;` }),
  },
  // The newest of the release: the package of this name needs the versioned one.
  pgbench: { package: "postgresql", folders: ["usr/lib/postgresql/*/bin"], env: () => ({}) },
};

/**
 * Without network when it is there already. Throws `tool-missing` on a machine without apt, `build-unavailable` when the
 * archive does not have it or cannot be reached, `disk-full`, `permission-denied`.
 */
export async function provideClientTool(name: ClientToolName, deps: BuildDeps): Promise<ClientTool> {
  const { os, cacheDirectory } = deps;
  const installed = (await os.processes.which(name)) ?? (await findBelow(os, "/", name));
  if (installed !== null) return describe(os, name, { argv: [installed], env: {} });
  const folder = join(cacheDirectory, "tools", name);
  if (!(await os.files.exists(folder))) await fetch(name, folder, deps);
  const fetched = await fetchedTool(os, name, folder);
  if (fetched !== null) return fetched;
  throw new LabError({
    code: "build-corrupt",
    message: `${folder} has no ${name} in it`,
    hint: `remove the folder and run the same command again: rm -r ${folder}`,
    where: folder,
  });
}

async function fetch(name: ClientToolName, folder: string, deps: BuildDeps): Promise<void> {
  const { os, signal } = deps;
  const purpose = `fetch ${name} from Debian's archive`;
  await fillCacheFolder(os, {
    name,
    folder,
    isWhole: () => os.files.exists(folder),
    fill: async (temporary) => {
      const apt = await AptFolder.open({ os, folder: join(temporary, "apt"), purpose, ...(signal && { signal }) });
      const root = join(temporary, "root");
      await apt.unpackInto(root, await apt.missingFor(RECIPES[name].package));
      // It is kept only when it runs.
      if ((await fetchedTool(os, name, root)) === null) throw notInPackage(name);
      return root;
    },
  });
}

async function fetchedTool(os: Os, name: ClientToolName, root: string): Promise<ClientTool | null> {
  const program = await findBelow(os, root, name);
  if (program === null) return null;
  const libraries = await runStep(os, {
    purpose: `look for the libraries of ${name}`,
    argv: ["find", root, "-name", "*.so*", "-printf", "%h\\n"],
    where: root,
  });
  const folders = [...new Set(libraries.split("\n").filter((line) => line !== ""))].sort();
  const env = { ...RECIPES[name].env(root), LD_LIBRARY_PATH: folders.join(":") };
  return describe(os, name, { argv: [program], env });
}

/** Of several versions the newest: majors have two digits. */
async function findBelow(os: Os, root: string, name: ClientToolName): Promise<string | null> {
  const found: string[] = [];
  for (const folder of RECIPES[name].folders) {
    for (const path of await matching(os, root, folder)) {
      const program = join(path, name);
      if ((await os.processes.run(["test", "-x", program])).exitCode === 0) found.push(program);
    }
  }
  return found.sort().at(-1) ?? null;
}

/** The folders below `root` that `pattern` may mean; its `*`, if there is one, stands for one name. */
async function matching(os: Os, root: string, pattern: string): Promise<readonly string[]> {
  const [before = "", after] = pattern.split("*");
  if (after === undefined) return [join(root, before)];
  const above = join(root, before);
  if (!(await os.files.exists(above))) return [];
  return (await os.files.list(above)).map((name) => join(above, name, after));
}

/** Asks the tool itself: what cannot be run is found here and not in the middle of a run. */
async function describe(os: Os, name: ClientToolName, tool: Omit<ClientTool, "version">): Promise<ClientTool> {
  const argv = [...tool.argv, "--version"];
  const purpose = `ask ${name} for its version`;
  const said = await runStep(os, { purpose, argv, where: tool.argv[0] ?? name, options: { env: tool.env } });
  return { ...tool, version: said.split("\n")[0]?.trim() ?? "" };
}

function notInPackage(name: ClientToolName): LabError {
  return new LabError({
    code: "build-unavailable",
    message: `Debian's package ${RECIPES[name].package} of this release brings no ${name}`,
    hint: `install ${name} so that it is on PATH`,
    where: name,
  });
}
