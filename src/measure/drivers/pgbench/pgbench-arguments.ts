/** A LoadRequest as pgbench's command line. Pure. */
import type { RunningServer } from "../../../model/server.ts";
import type { ScriptLoad } from "../../../model/workload.ts";
import { isScriptFile, PGBENCH_INITIALIZE } from "../../../workloads/scripts.ts";
import { clientAddress } from "../../connect/postgres/postgres-connection.ts";
import type { LoadRequest, PrepareRequest } from "../driver.ts";

const SAMPLING_RATE = 0.1;
/** pgbench keeps its seed in 32 bits. */
const SEEDS = 2 ** 31;

/** All but the scripts and the database's name, which come behind. `logPrefix`: of the log of transactions. */
export function pgbenchArguments(request: LoadRequest, seconds: number, logPrefix: string): readonly string[] {
  const { server, clients, entry, seed, driverOptions = [] } = request;
  return [
    ...connection(server),
    ...["-n", "-c", String(clients), "-j", String(Math.min(clients, 2)), "-T", String(seconds), "-P", "1"],
    ...(entry.load === undefined ? ["-M", entry.prepared ? "prepared" : "simple"] : entry.load.options),
    ...driverOptions,
    `--random-seed=${seed % SEEDS}`,
    ...["-l", `--log-prefix=${logPrefix}`, `--sampling-rate=${SAMPLING_RATE}`],
  ];
}

/** The script; a user's own takes the scale from here, pgbench's from the tables. */
export function scriptArguments({ script, scale }: ScriptLoad): readonly string[] {
  if (!isScriptFile("pgbench", script.name)) return ["-b", script.name];
  return [...(scale === null ? [] : ["-s", String(scale)]), "-f", fileArgument(script.file?.path ?? script.name)];
}

/** pgbench's own tables; or the file's statements, once: whoever wrote a script for pgbench knows how it reads files. */
export function prepareArguments({ server, load, seed }: PrepareRequest): readonly string[] {
  const { prepare, scale } = load;
  const scaled = ["-s", String(scale ?? 1)];
  const file = fileArgument(prepare?.file?.path ?? prepare?.name ?? "");
  const work =
    prepare?.name === PGBENCH_INITIALIZE
      ? ["-i", "-q", ...scaled]
      : ["-n", "-c", "1", "-t", "1", ...scaled, `--random-seed=${seed % SEEDS}`, "-f", file];
  return [...connection(server), ...work, server.database];
}

/** Behind the last `@` of a name stands the script's weight. */
function fileArgument(path: string): string {
  return path.includes("@") ? `${path}@1` : path;
}

function connection({ address, user }: RunningServer): readonly string[] {
  const { host, port } = clientAddress(address);
  return ["-h", host, "-p", String(port), "-U", user];
}
