/** MySQL: mysql2 logs in (it knows every authentication plugin) and prepares; then the socket is the load's. */
import { once } from "node:events";
import mysql from "mysql2";
import { LabError } from "../../../../model/errors.ts";
import type { RunningServer } from "../../../../model/server.ts";
import { mysqlCredentials } from "../../../connect/mysql/mysql-connection.ts";
import type { Program, ProgramStatement, StatementText } from "../program.ts";
import { openTappedSocket, type TappedSocket } from "../tapped-socket.ts";
import { tapLibraryStream } from "../tls-tap.ts";
import { endWithin } from "./end-connection.ts";
import type { LoadConnection } from "./load-connection.ts";
import { MysqlReplyScanner } from "./mysql-reply.ts";
import { mysqlExecute, mysqlFixed, mysqlText } from "./mysql-request.ts";
import { type Request, requestsByTable } from "./request.ts";

/** See `LoadConnection`. */
export async function openMysqlLoad(server: RunningServer, program: Program): Promise<LoadConnection> {
  const credentials = mysqlCredentials(server);
  const plain = openTappedSocket(server.address);
  const connection = mysql.createConnection({
    stream: plain.socket,
    // Beside the stream: only then does caching_sha2_password send a password over a socket.
    ...(server.address.kind === "socket" ? { socketPath: server.address.path } : {}),
    ...credentials,
    database: server.database,
    // With query attributes each packet has more fields, and none of them would be used.
    flags: ["-CLIENT_QUERY_ATTRIBUTES"],
    // Never let the library close a statement that a client will execute. Not more: it reserves room for each.
    maxPreparedStatements: program.statements.length * program.tables + 1,
  });
  // The library's own view of a lost connection; the load sees the socket close.
  connection.on("error", () => undefined);
  try {
    await once(connection, "connect");
    const tap = tapLibraryStream(plain, Reflect.get(connection, "stream"));
    return {
      tap,
      scanner: new MysqlReplyScanner(),
      requests: await prepareAll(connection, program),
      rollback: mysqlFixed("ROLLBACK"),
      end: () => endConnection(connection, tap),
    };
  } catch (error) {
    plain.socket.destroy();
    throw error;
  }
}

async function prepareAll(connection: mysql.Connection, program: Program): Promise<readonly (readonly Request[])[]> {
  const requests: (readonly Request[])[] = [];
  for (const statement of program.statements) {
    const made: Request[] = [];
    for (const text of statement.texts) made.push(await makeRequest(connection, statement, text));
    requests.push(requestsByTable(made, program.tables));
  }
  return requests;
}

async function makeRequest(
  connection: mysql.Connection,
  statement: ProgramStatement,
  text: StatementText,
): Promise<Request> {
  if (!statement.prepared) return mysqlText(text.pieces, statement.draws);
  return mysqlExecute(await prepare(connection, text.sql), statement.draws);
}

/** The statement's number on this connection. */
function prepare(connection: mysql.Connection, sql: string): Promise<number> {
  return new Promise((resolve, reject) => {
    connection.prepare(sql, (error, statement) => {
      if (error !== null) reject(error);
      else if ("id" in statement && typeof statement.id === "number") resolve(statement.id);
      else reject(noStatementId(sql));
    });
  });
}

function noStatementId(sql: string): LabError {
  return new LabError({
    code: "bug",
    message: `mysql2 gave no number for the prepared statement ${sql}`,
    hint: "use the version of mysql2 in the lock file: npm ci",
  });
}

function endConnection(connection: mysql.Connection, tap: TappedSocket): Promise<void> {
  return endWithin(tap, () => connection.end(() => tap.socket.end()));
}
