/** SQL connections to PostgreSQL by pg. */
import pg from "pg";
import { LabError } from "../../../model/errors.ts";
import type { RunningServer, ServerAddress } from "../../../model/server.ts";
import type { ConnectOptions, SqlConnection } from "../connect.ts";
import { connectionFault, DEFAULT_CONNECT_SECONDS } from "../connection-fault.ts";
import { integerValue, sqlValue } from "../sql-value.ts";
import { tlsOptions } from "../tls-options.ts";

/** Type numbers of pg_type.dat that are read as numbers; the text of every other type is kept. */
const PARSERS: Readonly<Record<number, (text: string) => number | string>> = {
  20: integerValue, // int8
  21: Number, // int2
  23: Number, // int4
  26: Number, // oid
  700: Number, // float4
  701: Number, // float8
};

/** A logged-in connection. Throws `server-died`; see `Connect`. */
export async function openPostgresConnection(
  server: RunningServer,
  options: ConnectOptions = {},
): Promise<SqlConnection> {
  const client = await login(server, options);
  return {
    async query(sql, values = []) {
      const result = await client.query<Record<string, unknown>>(sql, [...values]);
      return result.rows.map(toRow);
    },
    async close() {
      await client.end();
    },
  };
}

async function login(server: RunningServer, options: ConnectOptions): Promise<pg.Client> {
  const client = new pg.Client({
    ...clientAddress(server.address),
    ...postgresCredentials(server),
    database: options.database ?? server.database,
    connectionTimeoutMillis: 1000 * (options.timeoutSeconds ?? DEFAULT_CONNECT_SECONDS),
    types: { getTypeParser: (type: number) => PARSERS[type] ?? String },
  });
  // Without a listener a connection that the server drops while idle ends our whole process; the next query says it anyway.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (fault) {
    throw connectionFault(server, fault);
  }
}

/** User, password and TLS as pg takes them. Throws `file-failed`; see `tlsOptions`. */
export function postgresCredentials({ user, password, tls }: RunningServer) {
  return {
    user,
    // A function, not an empty text: else PGPASSWORD of the caller's environment or ~/.pgpass decides.
    password: () => password ?? "",
    // False, not left out: else PGSSLMODE decides.
    ssl: tls === null ? false : { ...tlsOptions(tls), checkServerIdentity: () => undefined },
    // SCRAM-SHA-256-PLUS where the server offers it: nobody between the two can log in with what he reads.
    enableChannelBinding: tls !== null,
  };
}

/**
 * Folder and port of a PostgreSQL address. libpq and pg name a socket by these two; its file is `<folder>/.s.PGSQL.<port>`.
 * Throws `bug` for a socket that is not named so.
 */
export function clientAddress(address: ServerAddress): { readonly host: string; readonly port: number } {
  if (address.kind === "tcp") return { host: address.host, port: address.port };
  const match = /^(.+)\/\.s\.PGSQL\.(\d+)$/.exec(address.path);
  if (match?.[1] === undefined) {
    throw new LabError({
      code: "bug",
      message: `${address.path} is not the name of a PostgreSQL socket`,
      hint: "it ends in /.s.PGSQL.<port>; please report this",
      where: address.path,
    });
  }
  return { host: match[1], port: Number(match[2]) };
}

function toRow(row: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, sqlValue(value)]));
}
