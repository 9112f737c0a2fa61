/** MySQL 5.6 to 9 behind the `Dbms` port. */
import { basename, dirname, join } from "node:path";
import { LabError } from "../../../model/errors.ts";
import { findMount } from "../../../os/mounts.ts";
import type { SqlConnection } from "../../connect/connect.ts";
import { makeDataDirectory, requireOwnDataDirectory } from "../data-directory.ts";
import type { Dbms, StartRequest } from "../dbms.ts";
import { type Endpoint, openEndpoint } from "../endpoint.ts";
import { launchPrefix } from "../launch-prefix.ts";
import { tableName } from "../schema.ts";
import { pathSetting, portSetting, readySettings, withoutSettings } from "../settings.ts";
import { DATABASE, type ServerDeps, type ServerRecipe, startServer } from "../start-server.ts";
import { MYSQL_RESERVED, mysqldArguments } from "./command-line.ts";
import { writeDirtyPages } from "./dirty-pages.ts";
import { fillDataDirectory, mysqldCommand, removeServerId } from "./initialise.ts";
import { residentBytes } from "./memory.ts";
import { createIndexes, createTable } from "./schema.ts";
import { MYSQL_START_FAILURES } from "./start-failure.ts";
import { effectiveVariables } from "./variables.ts";
import { dataFormat } from "./version.ts";

const DEFAULT_PORT = 3306;

/** The adapter. `deps.connect` must open connections to this family. */
export function createMysqlDbms(deps: ServerDeps): Dbms {
  return {
    family: "mysql",
    onDiskFormat: (build) => dataFormat(build.version),
    initialise: (build, path) => {
      const fill = () => fillDataDirectory(deps.os, build, path);
      return makeDataDirectory(deps.os, { path, build, fill });
    },
    start: (request) => start(deps, request),
    effectiveVariables,
    writeDirtyPages: (connection, limitSeconds) => writeDirtyPages(connection, deps.os.clock, limitSeconds),
    analyse,
    createTable,
    createIndexes,
    residentBytes,
  };
}

async function start(deps: ServerDeps, request: StartRequest) {
  await requireOwnDataDirectory(deps.os, request.dataDirectory, "mysql");
  const given = { variant: request.variant, config: request.config, reserved: MYSQL_RESERVED };
  const settings = withoutSettings(readySettings(given), ["socket", "port"]);
  const prefix = await launchPrefix(deps.os, {
    cpus: request.cpus,
    libraryPath: request.build.libraryPath,
    refusesRoot: false,
  });
  const command = await mysqldCommand(deps.os, request.build, request.dataDirectory);
  const mount = await findMount(deps.os, request.dataDirectory);
  await removeServerId(deps.os, request.dataDirectory);
  const socket = pathSetting(given, "socket");
  const endpoint = await openEndpoint(deps.os, {
    variant: request.variant,
    listen: request.listen,
    port: portSetting(given),
    defaultPort: DEFAULT_PORT,
    folder: socket === null ? null : dirname(socket),
    socketName: () => (socket === null ? "mysql.sock" : basename(socket)),
  });
  const argv = mysqldArguments({
    ...command,
    socketPath: endpoint.socketPath,
    pidFile: join(endpoint.privateFolder, "mysqld.pid"),
    port: request.listen === "tcp" ? endpoint.port : null,
    nativeAio: mount?.fileSystem !== "tmpfs",
    settings,
  });
  return startServer(deps, request, recipe([...prefix, ...argv], endpoint));
}

function recipe(argv: readonly string[], endpoint: Endpoint): ServerRecipe {
  return {
    family: "mysql",
    argv,
    endpoint,
    user: "root",
    maintenanceDatabase: "mysql",
    placeQuery: "SELECT @@socket AS place",
    ownPlace: endpoint.socketPath,
    findDatabase: `SHOW DATABASES LIKE '${DATABASE}'`,
    createDatabase: `CREATE DATABASE ${DATABASE}`,
    shutdownSignal: "SIGTERM",
    failures: MYSQL_START_FAILURES,
  };
}

/** ANALYZE TABLE tells its errors in rows, and succeeds. */
async function analyse(connection: SqlConnection, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const rows = await connection.query(`ANALYZE TABLE ${tableName(table)}`);
    const refusal = rows.find((row) => String(row.Msg_type).toLowerCase() === "error");
    if (refusal === undefined) continue;
    throw new LabError({
      code: "load-failed",
      message: `ANALYZE TABLE ${table}: ${refusal.Msg_text}`,
      hint: "look at the server's error log for what is wrong with the table",
      where: table,
    });
  }
}
