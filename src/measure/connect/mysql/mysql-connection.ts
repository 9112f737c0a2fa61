/** SQL connections to MySQL by mysql2. */
import mysql from "mysql2/promise";
import type { RunningServer } from "../../../model/server.ts";
import type { ConnectOptions, SqlConnection } from "../connect.ts";
import { connectionFault, DEFAULT_CONNECT_SECONDS } from "../connection-fault.ts";
import { sqlValue } from "../sql-value.ts";
import { tlsOptions } from "../tls-options.ts";

/** A logged-in connection. Throws `server-died`; see `Connect`. */
export async function openMysqlConnection(server: RunningServer, options: ConnectOptions = {}): Promise<SqlConnection> {
  const connection = await login(server, options);
  // Without a listener a connection that the server drops while idle ends our whole process; the next query says it anyway.
  connection.on("error", () => undefined);
  return {
    async query(sql, values = []) {
      const [result] = await connection.query(sql, [...values]);
      return Array.isArray(result) ? result.map(toRow) : [];
    },
    async close() {
      // A server that is gone cannot be told goodbye; the socket must be closed all the same.
      await connection.end().catch(() => connection.destroy());
    },
  };
}

async function login(server: RunningServer, options: ConnectOptions): Promise<mysql.Connection> {
  const { address } = server;
  const credentials = mysqlCredentials(server);
  try {
    return await mysql.createConnection({
      ...(address.kind === "socket" ? { socketPath: address.path } : { host: address.host, port: address.port }),
      ...credentials,
      database: options.database ?? server.database,
      connectTimeout: 1000 * (options.timeoutSeconds ?? DEFAULT_CONNECT_SECONDS),
      // Big integers: numbers where exact, else text.
      supportBigNumbers: true,
      bigNumberStrings: false,
      dateStrings: true,
      jsonStrings: true,
    });
  } catch (fault) {
    throw connectionFault(server, fault);
  }
}

/** User, password and TLS as mysql2 takes them. Throws `file-failed`; see `tlsOptions`. */
export function mysqlCredentials({ user, password, tls, address }: RunningServer) {
  return {
    user,
    password: password ?? "",
    ...(tls !== null && { ssl: { ...tlsOptions(tls) } }),
    // mysql_clear_password (PAM, LDAP) shows the password to whoever reads along.
    enableCleartextPlugin: tls !== null || address.kind === "socket",
  };
}

function toRow(row: object) {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, sqlValue(value)]));
}
