import type { Family } from "../model/build.ts";

export interface FoundServer {
  readonly family: Family;
  readonly version: string;
  /** As `build:` takes it: `postgres@17.10`, or a folder. */
  readonly reference: string;
}

/** A setting whose cost can be measured on any server of the family, for a start with one build. */
const ONE_BUILD = {
  mysql: { factor: "performance_schema", levels: ["OFF", "ON"] },
  postgres: { factor: "track_io_timing", levels: ["off", "on"] },
} as const;

/** Where nothing was found: builds that dbdyno fetches by itself. */
const FETCHED: readonly FoundServer[] = [
  { family: "postgres", version: "16", reference: "postgres@16" },
  { family: "postgres", version: "17", reference: "postgres@17" },
];

/**
 * Commented YAML for `dbdyno init`: compares the first two servers of one family, or one server with itself by a
 * setting; the other servers are there as comments. `parseSpec` takes it as it is. `file` is where it will be written.
 */
export function starterSpec({ servers, file }: { servers: readonly FoundServer[]; file: string }): string {
  const found = servers.length > 0 ? servers : FETCHED;
  const pair = firstPair(found);
  const used = pair ?? found.slice(0, 1);
  const others = found.filter((server) => !used.includes(server));
  const [first] = used;
  const head = first !== undefined && pair === null ? oneBuild(first) : twoBuilds(used);
  return [
    "# yaml-language-server: $schema=./dbdyno.schema.json",
    `# The schema for editors: dbdyno spec --schema > dbdyno.schema.json. Every key: docs/spec.md`,
    `# What would run and for how long: dbdyno plan ${file}. Run it: dbdyno run ${file}`,
    ...(servers.length === 0
      ? ["# No server was found here: these builds are fetched. A folder does as well: build: ~/opt/mysql/8.0.37"]
      : []),
    "",
    ...head,
    ...others.map(({ family, version, reference }) => `#  also here, ${family} ${version}: ${quoted(reference)}`),
    "",
    ...BODY,
    "",
  ].join("\n");
}

/** The first two of one family, other versions first: the older is the baseline. */
function firstPair(servers: readonly FoundServer[]): readonly FoundServer[] | null {
  const pairs = servers.flatMap((a, i) => servers.slice(i + 1).map((b) => [a, b] as const));
  const alike = pairs.filter(([a, b]) => a.family === b.family);
  const pair = alike.find(([a, b]) => a.version !== b.version) ?? alike[0];
  return pair?.toSorted((a, b) => a.version.localeCompare(b.version, "en", { numeric: true })) ?? null;
}

function twoBuilds(servers: readonly FoundServer[]): readonly string[] {
  const [a, b] = servers;
  const factor = a?.version === b?.version ? "build" : "version";
  return [
    `experiment: ${a?.family} ${a?.version} against ${b?.version}`,
    "# What is compared: a build each, and settings by the server's own names.",
    "variants:",
    ...servers.map(({ reference }, i) => `  ${"AB"[i]}: { build: ${quoted(reference)} }`),
    "# The variant that the others are compared with.",
    "baseline: A",
    "# What is meant to differ: version, build, as-shipped, or names of settings. What differs beside it is reported.",
    `factor: [${a?.reference === b?.reference ? "as-shipped" : factor}]`,
  ];
}

function oneBuild({ family, version, reference }: FoundServer): readonly string[] {
  const { factor, levels } = ONE_BUILD[family];
  return [
    `experiment: what ${factor} costs in ${family} ${version}`,
    "# What is compared: a build each, and settings by the server's own names.",
    "variants:",
    ...levels.map(
      (level) => `  ${level.toLowerCase()}: { build: ${quoted(reference)}, config: { ${factor}: "${level}" } }`,
    ),
    "# The variant that the others are compared with.",
    `baseline: ${levels[0].toLowerCase()}`,
    "# What is meant to differ: names of settings, or version, build, as-shipped. What differs beside it is reported.",
    `factor: [${factor}]`,
  ];
}

const BODY = [
  "workloads:",
  "  # steps: point-query, read-only, read-write, update-index, update-nonindex, insert, delete",
  "  - oltp: { steps: [point-query, read-write], tables: 1, rows: 200k }",
  "# Concurrent clients: each step is measured at each.",
  "clients: [1, 8]",
  "# Where there are CPUs enough, keep server and clients apart:",
  "# cpus: { server: 0, client: 1 }",
  "method:",
  "  margin: 5%            # differences within this are called equivalent",
  "  measure: 5s           # one measurement of a step that reads",
  "  measure-writes: 10s   # and of one that writes; 60s sees a whole flush cycle",
  "  settle: 1s            # dropped at the head of each measurement",
  "  rounds: { min: 3, max: 12 }",
  "  budget: 20m           # wall time of the whole run",
];

/** JSON's quotes are YAML's too. */
function quoted(text: string): string {
  return /^[\w@./~-]+$/.test(text) && !/^[.\d]+$/.test(text) && text !== "~" ? text : JSON.stringify(text);
}
