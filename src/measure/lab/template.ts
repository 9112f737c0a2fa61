/**
 * Data is loaded once for each family, on-disk format, schema and rows, stopped cleanly, and cloned from then on:
 * every variant and round begins from the same bytes. Loading costs seconds to minutes, a clone tenths of a second.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Plan, Variant } from "../../model/plan.ts";
import type { RunningServer } from "../../model/server.ts";
import type { WorkloadEntry } from "../../model/workload.ts";
import { findWorkload } from "../../workloads/workloads.ts";
import type { Dbms } from "../dbms/dbms.ts";
import type { LabDeps } from "./lab-deps.ts";
import { loadTables } from "./load-tables.ts";

/** Raised when what a template holds changes, so that an older lab's templates are not taken for today's. */
const TEMPLATE_VERSION = 1;
const DIRTY_PAGES_LIMIT_SECONDS = 120;
const MARKER = "template.json";

/** Settings of the loading server only: speed before durability, since a template that was not finished is thrown away. */
const LOAD_CONFIG = {
  mysql: { innodb_flush_log_at_trx_commit: "0", innodb_doublewrite: "0", performance_schema: "OFF" },
  postgres: { fsync: "off", synchronous_commit: "off", max_wal_size: "2GB", autovacuum: "off" },
} as const;

export interface TemplateRequest {
  readonly entry: WorkloadEntry;
  readonly variant: Variant;
}

/** A folder name that says what is inside, and a digest over all that decides the bytes. */
export function templateKey(request: TemplateRequest, onDiskFormat: string): string {
  const { entry, variant } = request;
  const content = [TEMPLATE_VERSION, variant.build.family, onDiskFormat, entry.workload, entry.tables, entry.rows];
  const detail = [...content, entry.storageEngine, entry.keys, LOAD_SEED];
  const digest = createHash("sha256").update(JSON.stringify(detail)).digest("hex").slice(0, 12);
  return `${variant.build.family}-${onDiskFormat}-${entry.workload}-${entry.tables}x${entry.rows}-${digest}`;
}

/**
 * Rows come of a seed of their own, not of the run's: two runs with different seeds share a template, and compare
 * the same data.
 */
const LOAD_SEED = 20_240_201;

/** Template data directories: by workload entry, then by variant. */
export type Templates = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Every template the plan needs, loaded now where the lab does not have it yet. */
export async function ensureTemplates(plan: Plan, deps: LabDeps): Promise<Templates> {
  const templates = new Map<string, Map<string, string>>();
  for (const entry of plan.workloads) {
    const byVariant = new Map<string, string>();
    for (const variant of plan.variants) byVariant.set(variant.name, await ensureTemplate({ entry, variant }, deps));
    templates.set(entry.name, byVariant);
  }
  return templates;
}

/** The template's data directory, loaded now if the lab does not have it yet. Throws what the DBMS and the loader throw. */
async function ensureTemplate(request: TemplateRequest, deps: LabDeps): Promise<string> {
  const dbms = deps.dbmses[request.variant.build.family];
  const key = templateKey(request, dbms.onDiskFormat(request.variant.build));
  const folder = deps.paths.template(key);
  const started = deps.os.clock.monotonic();
  const reused = await deps.os.files.exists(join(folder, MARKER));
  if (!reused) await makeTemplate({ ...request, key, folder, dbms }, deps);
  deps.progress({ kind: "template-ready", template: key, seconds: deps.os.clock.monotonic() - started, reused });
  return join(folder, "data");
}

interface TemplateWork extends TemplateRequest {
  readonly key: string;
  readonly folder: string;
  readonly dbms: Dbms;
}

/** The marker is written last: a folder without it is the rest of a load that did not end, and is made anew. */
async function makeTemplate(work: TemplateWork, deps: LabDeps): Promise<void> {
  const { files } = deps.os;
  if (await files.exists(work.folder)) await files.remove(work.folder);
  await files.makeDirectory(work.folder);
  const dataDirectory = join(work.folder, "data");
  await work.dbms.initialise(work.variant.build, dataDirectory);
  await loadInto(dataDirectory, work, deps);
  const marker = {
    key: work.key,
    entry: work.entry,
    build: work.variant.build,
    madeAt: deps.os.clock.wall().toISOString(),
  };
  await files.write(join(work.folder, MARKER), `${JSON.stringify(marker, null, 2)}\n`);
}

async function loadInto(dataDirectory: string, work: TemplateWork, deps: LabDeps): Promise<void> {
  const { build } = work.variant;
  const handle = await work.dbms.start({
    variant: "template",
    build,
    dataDirectory,
    errorLog: join(work.folder, "load.error.log"),
    listen: "socket",
    config: LOAD_CONFIG[build.family],
    cpus: null,
    cgroup: null,
    signal: deps.signal,
  });
  try {
    await fillServer(handle.server, work, deps);
  } finally {
    await handle.stop();
  }
}

async function fillServer(server: RunningServer, work: TemplateWork, deps: LabDeps): Promise<void> {
  const connection = await deps.connect(server);
  try {
    const workload = findWorkload(work.entry.workload);
    const onRows = (loaded: number, rows: number): void =>
      deps.progress({ kind: "loading", template: work.key, loaded, rows });
    const tables = await loadTables({
      connection,
      dbms: work.dbms,
      workload,
      entry: work.entry,
      seed: LOAD_SEED,
      onRows,
      signal: deps.signal,
    });
    await work.dbms.analyse(connection, tables);
    await work.dbms.writeDirtyPages(connection, DIRTY_PAGES_LIMIT_SECONDS);
  } finally {
    await connection.close();
  }
}
