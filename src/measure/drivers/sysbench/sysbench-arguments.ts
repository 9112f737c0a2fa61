/** A LoadRequest as sysbench's command line. Pure. */
import { dirname } from "node:path";
import type { Family } from "../../../model/build.ts";
import { LabError } from "../../../model/errors.ts";
import type { RunningServer, ServerAddress } from "../../../model/server.ts";
import type { Script, WorkloadEntry } from "../../../model/workload.ts";
import { clientAddress } from "../../connect/postgres/postgres-connection.ts";
import type { LoadRequest, PrepareRequest } from "../driver.ts";

/** sysbench's own scripts, by the steps of `oltp` that they do the same as. */
const SCRIPTS: Readonly<Record<string, string>> = {
  "point-query": "oltp_point_select",
  "read-only": "oltp_read_only",
  "read-write": "oltp_read_write",
  "update-index": "oltp_update_index",
  "update-nonindex": "oltp_update_non_index",
  insert: "oltp_insert",
  delete: "oltp_delete",
};

/** sysbench keeps its seed in a signed 32-bit number, and takes 0 for the present time. */
const SEEDS = 2 ** 31 - 1;

/**
 * All of sysbench's arguments for `seconds` of load (null: for the fixed number of operations). Throws
 * `plan-impossible` for a step that sysbench has no script for.
 */
export function sysbenchArguments(request: LoadRequest, seconds: number | null): readonly string[] {
  const { entry, clients, seed, length, driverOptions = [] } = request;
  const events = length.kind === "operations" ? length.operations : 0;
  return [
    entry.load === undefined ? stepScript(request) : scriptArgument(entry.load.script),
    ...connection(request.server),
    ...(entry.load === undefined ? tablesAndKeys(entry) : entry.load.options),
    ...driverOptions,
    `--threads=${clients}`,
    `--time=${seconds ?? 0}`,
    `--events=${events}`,
    seedOption(seed),
    "--report-interval=1",
    "--histogram=on",
    "run",
  ];
}

/** One thread, so that the same seed makes the same rows. */
export function prepareArguments({ server, load, seed }: PrepareRequest): readonly string[] {
  const { prepare, script, options } = load;
  return [
    scriptArgument(prepare ?? script),
    ...connection(server),
    ...options,
    "--threads=1",
    seedOption(seed),
    "prepare",
  ];
}

/** A script's own folder is where it finds the modules that it requires, before those of sysbench. */
export function luaPath(script: Script, toolsPath: string | undefined): Readonly<Record<string, string>> {
  // An empty entry stands for the default path.
  return script.file === null ? {} : { LUA_PATH: `${dirname(script.file.path)}/?.lua;${toolsPath ?? ";"}` };
}

function scriptArgument({ name, file }: Script): string {
  return file?.path ?? name;
}

function tablesAndKeys({ tables, rows, keys, prepared }: WorkloadEntry): readonly string[] {
  return [
    `--tables=${tables}`,
    `--table-size=${rows}`,
    `--rand-type=${keys}`,
    `--db-ps-mode=${prepared ? "auto" : "disable"}`,
  ];
}

function seedOption(seed: number): string {
  return `--rand-seed=${1 + (seed % SEEDS)}`;
}

function stepScript({ entry, step }: LoadRequest): string {
  const found = entry.workload === "oltp" ? SCRIPTS[step.name] : undefined;
  if (found !== undefined) return found;
  throw new LabError({
    code: "plan-impossible",
    message: `sysbench has no script for step ${step.name} of ${entry.workload}`,
    hint: `measure it with the native driver, or choose among ${Object.keys(SCRIPTS).join(", ")}`,
    where: `${entry.name}.${step.name}`,
  });
}

/** libmariadb, in which sysbench asks for TLS, goes on in the clear where the server has none, and looks at no authority. */
function refuseTls({ variant, tls }: RunningServer): void {
  if (tls === null) return;
  throw new LabError({
    code: "plan-impossible",
    message: `sysbench cannot be held to TLS on MySQL: with --mysql-ssl it may still load ${variant} in the clear`,
    hint: "measure it with the native driver, or without TLS",
    where: variant,
  });
}

const CONNECTIONS: Readonly<Record<Family, (server: RunningServer) => readonly string[]>> = {
  mysql: ({ address, user, database }) => [
    "--db-driver=mysql",
    ...(address.kind === "socket"
      ? [`--mysql-socket=${address.path}`]
      : [`--mysql-host=${address.host}`, `--mysql-port=${address.port}`]),
    `--mysql-user=${user}`,
    `--mysql-db=${database}`,
  ],
  postgres: ({ address, user, database }) => [
    "--db-driver=pgsql",
    ...hostAndPort(address),
    `--pgsql-user=${user}`,
    `--pgsql-db=${database}`,
  ],
};

/** The password is in the environment: see `loginEnvironment`. */
function connection(server: RunningServer): readonly string[] {
  if (server.family === "mysql") refuseTls(server);
  return CONNECTIONS[server.family](server);
}

function hostAndPort(address: ServerAddress): readonly string[] {
  const { host, port } = clientAddress(address);
  return [`--pgsql-host=${host}`, `--pgsql-port=${port}`];
}
