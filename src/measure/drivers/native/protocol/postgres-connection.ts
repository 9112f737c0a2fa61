/** PostgreSQL: pg logs in (SCRAM and the rest); then the socket is the load's, which prepares by itself. */
import pg from "pg";
import type { RunningServer } from "../../../../model/server.ts";
import { clientAddress, postgresCredentials } from "../../../connect/postgres/postgres-connection.ts";
import type { Program, ProgramStatement, StatementText } from "../program.ts";
import { openTappedSocket, type TappedSocket } from "../tapped-socket.ts";
import { tapLibraryStream } from "../tls-tap.ts";
import { endWithin } from "./end-connection.ts";
import type { LoadConnection } from "./load-connection.ts";
import { PostgresReplyScanner } from "./postgres-reply.ts";
import { postgresExecute, postgresFixed, postgresParse, postgresSync, postgresText } from "./postgres-request.ts";
import type { ServerFailure } from "./reply-scanner.ts";
import { type Request, requestsByTable } from "./request.ts";

const LOGIN_MILLISECONDS = 10_000;

/** See `LoadConnection`. */
export async function openPostgresLoad(server: RunningServer, program: Program): Promise<LoadConnection> {
  const credentials = postgresCredentials(server);
  const plain = openTappedSocket(server.address);
  // The library connects the stream that it is given, and this one is under way.
  plain.socket.connect = () => plain.socket;
  const client = new pg.Client({
    ...clientAddress(server.address),
    stream: () => plain.socket,
    ...credentials,
    database: server.database,
    connectionTimeoutMillis: LOGIN_MILLISECONDS,
  });
  // The library's own view of a lost connection; the load sees the socket close.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const tap = tapLibraryStream(plain, client.connection.stream);
    const scanner = new PostgresReplyScanner();
    const { messages, requests } = makeRequests(program);
    await prepareAll(tap, messages, scanner);
    return { tap, scanner, requests, rollback: postgresFixed("ROLLBACK"), end: () => endConnection(client, tap) };
  } catch (error) {
    plain.socket.destroy();
    throw error;
  }
}

interface Prepared {
  /** Parse messages of all prepared statements, and a Sync. */
  readonly messages: Buffer;
  readonly requests: readonly (readonly Request[])[];
}

function makeRequests(program: Program): Prepared {
  const parses: Buffer[] = [];
  const requests = program.statements.map((statement, index) => {
    const made = statement.texts.map((text, table) => {
      const name = `s${index}_${table}`;
      if (statement.prepared) parses.push(postgresParse(name, text.sql, statement.draws));
      return makeRequest(name, statement, text);
    });
    return requestsByTable(made, program.tables);
  });
  return { messages: Buffer.concat([...parses, postgresSync()]), requests };
}

function makeRequest(name: string, statement: ProgramStatement, text: StatementText): Request {
  if (!statement.prepared) return postgresText(text.pieces, statement.draws);
  return postgresExecute(name, statement.draws);
}

function prepareAll(tap: TappedSocket, messages: Buffer, scanner: PostgresReplyScanner): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = (): void => reject(failureError({ code: tap.errorCode() ?? "ECONNRESET", text: "lost" }));
    tap.socket.once("close", onClose);
    tap.takeOver((bytes, length) => {
      if (!scanner.scan(bytes, length)) return;
      tap.socket.off("close", onClose);
      if (scanner.failure === null) resolve();
      else reject(failureError(scanner.failure));
    });
    tap.socket.write(messages);
  });
}

/** In the form that the libraries' errors have. */
function failureError(failure: ServerFailure): Error {
  return Object.assign(new Error(failure.text), { code: failure.code });
}

function endConnection(client: pg.Client, tap: TappedSocket): Promise<void> {
  return endWithin(tap, () => {
    client.end().catch(() => tap.socket.destroy());
  });
}
