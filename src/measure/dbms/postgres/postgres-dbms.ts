/** PostgreSQL 10 to 18 behind the `Dbms` port. */
import { LabError } from "../../../model/errors.ts";
import type { SqlConnection } from "../../connect/connect.ts";
import { makeDataDirectory, requireOwnDataDirectory } from "../data-directory.ts";
import type { Dbms, StartRequest } from "../dbms.ts";
import { type Endpoint, openEndpoint } from "../endpoint.ts";
import { launchPrefix } from "../launch-prefix.ts";
import { tableName } from "../schema.ts";
import { pathSetting, portSetting, readySettings, withoutSettings } from "../settings.ts";
import { DATABASE, type ServerDeps, type ServerRecipe, startServer } from "../start-server.ts";
import { POSTGRES_RESERVED, postgresArguments } from "./command-line.ts";
import { writeDirtyPages } from "./dirty-pages.ts";
import { fillDataDirectory } from "./initialise.ts";
import { residentBytes } from "./memory.ts";
import { createIndexes, createTable } from "./schema.ts";
import { POSTGRES_START_FAILURES } from "./start-failure.ts";
import { effectiveVariables } from "./variables.ts";

const DEFAULT_PORT = 5432;

/** The adapter. `deps.connect` must open connections to this family. */
export function createPostgresDbms(deps: ServerDeps): Dbms {
  return {
    family: "postgres",
    // From 10 on the first number alone is the major version.
    onDiskFormat: (build) => build.version.split(".")[0] ?? build.version,
    initialise: (build, path) => {
      const fill = () => fillDataDirectory(deps.os, build, path);
      return makeDataDirectory(deps.os, { path, build, fill });
    },
    start: (request) => start(deps, request),
    effectiveVariables,
    writeDirtyPages,
    analyse,
    createTable,
    createIndexes,
    residentBytes,
  };
}

async function start(deps: ServerDeps, request: StartRequest) {
  await requireOwnDataDirectory(deps.os, request.dataDirectory, "postgres");
  const given = { variant: request.variant, config: request.config, reserved: POSTGRES_RESERVED };
  const settings = withoutSettings(readySettings(given), ["unix_socket_directories", "port"]);
  const prefix = await launchPrefix(deps.os, {
    cpus: request.cpus,
    libraryPath: request.build.libraryPath,
    refusesRoot: true,
  });
  const endpoint = await openEndpoint(deps.os, {
    variant: request.variant,
    listen: request.listen,
    port: portSetting(given),
    defaultPort: DEFAULT_PORT,
    folder: pathSetting(given, "unix_socket_directories"),
    socketName: (port) => `.s.PGSQL.${port}`,
  });
  const argv = postgresArguments({
    binary: request.build.binary,
    dataDirectory: request.dataDirectory,
    socketFolder: endpoint.socketFolder,
    port: endpoint.port,
    listen: request.listen,
    settings,
  });
  return startServer(deps, request, recipe([...prefix, ...argv], endpoint));
}

function recipe(argv: readonly string[], endpoint: Endpoint): ServerRecipe {
  return {
    family: "postgres",
    argv,
    endpoint,
    user: "postgres",
    maintenanceDatabase: "postgres",
    placeQuery: "SELECT current_setting('unix_socket_directories') AS place",
    ownPlace: endpoint.socketFolder,
    findDatabase: `SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`,
    createDatabase: `CREATE DATABASE ${DATABASE}`,
    shutdownSignal: "SIGINT",
    failures: POSTGRES_START_FAILURES,
  };
}

/**
 * VACUUM with it, as pgbench does after loading: else the first reads of each row write its hint bits, and autovacuum comes
 * in the middle of a measurement.
 */
async function analyse(connection: SqlConnection, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    try {
      await connection.query(`VACUUM (ANALYZE) ${tableName(table)}`);
    } catch (fault) {
      if (fault instanceof LabError) throw fault;
      throw new LabError({
        code: "load-failed",
        message: `VACUUM (ANALYZE) ${table}: ${fault instanceof Error ? fault.message : String(fault)}`,
        hint: "look at the server's log for what is wrong with the table",
        where: table,
        cause: fault,
      });
    }
  }
}
