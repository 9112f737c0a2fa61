/**
 * Who may import whom, and what a pure folder may not do. A table of folders below src; a file belongs to the longest
 * one that holds it, and may always import its own.
 */
import { dirname, join, normalize } from "node:path";

/** The folders are measured on their own, and meet in the lab. */
const MEASURE = ["os", "read", "workloads", "measure/connect"];

export const ALLOWED: Readonly<Record<string, readonly string[] | "all">> = {
  model: [],
  workloads: [],
  read: [],
  report: [],
  spec: ["workloads"],
  "judge/stats": [],
  "judge/verdict": ["judge/stats"],
  "judge/explain": ["judge/stats"],
  os: [],
  store: ["os"],
  "measure/builds": MEASURE,
  "measure/connect": MEASURE,
  "measure/dbms": MEASURE,
  "measure/drivers": MEASURE,
  "measure/probes": MEASURE,
  "measure/lab": [
    ...MEASURE,
    ...["measure/builds", "measure/dbms", "measure/drivers", "measure/probes"],
    ...["spec", "judge/verdict", "store"],
  ],
  cli: "all",
};

const PURE = ["model", "workloads", "spec", "judge/stats", "judge/verdict", "judge/explain", "report", "read"];

/** Modules that reach processes, files and sockets: src/os is the door, and the load's hot path has one of its own. */
const DOORS = /^node:(fs|fs\/promises|child_process|os|net|worker_threads|cluster|dgram|tls|http|https)$/;
const OPEN_DOORS = ["os", "cli", "measure/connect", "measure/drivers"];

/** Files that may use a door although their folder has none, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "store/sqlite/read-migrations.ts": "node:fs: reads SQL that is part of the program, as an import would",
};

const IMPURE: readonly (readonly [RegExp, string])[] = [
  [/\bDate\.now\b/, "Date.now"],
  [/\bnew Date\(\s*\)/, "new Date()"],
  [/\bperformance\.now\b/, "performance.now"],
  [/\bMath\.random\b/, "Math.random"],
  [/(?<![.\w])process\.[a-z]/i, "process."],
];

/** Folder of the table that `path` (relative to src) is in; null for a file at the top or in a folder without a rule. */
export function folderOf(path: string): string | null {
  const parts = dirname(path).split("/");
  const names = parts.map((_, end) => parts.slice(0, end + 1).join("/"));
  return names.findLast((name) => name in ALLOWED) ?? null;
}

/** Text without comments. A `//` inside a string (an address) is no comment: it follows a colon. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, " ").replace(/(?<!:)\/\/.*$/gm, "");
}

/** Specifiers of static and dynamic imports and of re-exports. */
export function importedSpecifiers(code: string): readonly string[] {
  const found = code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["']([^"'\n]+)["']/g);
  return [...found].map((match) => match[1] ?? "");
}

/**
 * What is wrong with the source `text` of `path` (relative to src), each as `path: what`. Test files may reach everywhere,
 * and nobody may reach them.
 */
export function violations(path: string, text: string): readonly string[] {
  const folder = folderOf(path);
  if (folder === null) return [`${path}: no rule for its folder`];
  const code = withoutComments(text);
  const isTest = path.endsWith(".test.ts");
  const wrong = isTest ? [] : importedSpecifiers(code).flatMap((specifier) => wrongImport(path, folder, specifier));
  const impure = isTest || !PURE.includes(folder) ? [] : IMPURE.filter(([pattern]) => pattern.test(code));
  return [...wrong, ...impure.map(([, name]) => `uses ${name}`)].map((what) => `${path}: ${what}`);
}

function wrongImport(path: string, folder: string, specifier: string): readonly string[] {
  if (!specifier.startsWith(".")) return wrongModule(path, folder, specifier);
  const target = normalize(join(dirname(path), specifier));
  // The command tells its own version.
  if (target === "../package.json" && folder === "cli") return [];
  if (target.endsWith(".test.ts")) return [`imports the test ${target}`];
  const targetFolder = folderOf(target);
  if (targetFolder === null) return [`imports ${target}, which no rule knows`];
  const allowed = ALLOWED[folder] ?? [];
  const isAllowed = allowed === "all" || [folder, "model", ...allowed].includes(targetFolder);
  return isAllowed ? [] : [`${folder} may not import ${targetFolder} (${specifier})`];
}

function wrongModule(path: string, folder: string, specifier: string): readonly string[] {
  if (PURE.includes(folder) && specifier.startsWith("node:")) return [`pure, but imports ${specifier}`];
  const isOpen = OPEN_DOORS.includes(folder) || EXCEPTIONS[path]?.startsWith(`${specifier}:`);
  if (DOORS.test(specifier) && !isOpen) return [`${specifier} is reached through src/os`];
  return [];
}
