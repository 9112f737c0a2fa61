/** Opens the load's connections: not too many at once, again after a loss. */
import type { Family } from "../../../model/build.ts";
import type { RunningServer } from "../../../model/server.ts";
import { clientDidNotConnect, errorCode } from "./load-faults.ts";
import type { LoadOrder } from "./messages.ts";
import type { Program } from "./program.ts";
import type { LoadConnection } from "./protocol/load-connection.ts";
import { openMysqlLoad } from "./protocol/mysql-connection.ts";
import { openPostgresLoad } from "./protocol/postgres-connection.ts";
import { clientNumbers } from "./share.ts";

/** A socket's backlog is 80 and more; 512 connects at once fail with EAGAIN. */
const AT_ONCE = 32;
const FULL_BACKLOG = "EAGAIN";
const FIRST_PAUSE_MILLISECONDS = 10;
const LONGEST_PAUSE_MILLISECONDS = 1000;
/** After this long without a connection a client gives up. */
const PATIENCE_MILLISECONDS = 10_000;

/** Connects, logs in and prepares. Throws the library's or the socket's error, with its `code`. */
type OpenLoad = (server: RunningServer, program: Program) => Promise<LoadConnection>;

const OPEN: Readonly<Record<Family, OpenLoad>> = { mysql: openMysqlLoad, postgres: openPostgresLoad };

/** One connection for each client. Throws `measurement-failed` when one does not come about; the others are closed. */
export async function openConnections(order: LoadOrder, program: Program): Promise<readonly LoadConnection[]> {
  const opened: LoadConnection[] = [];
  const numbers = clientNumbers(order.clients, order.share);
  let next = 0;
  let failed = false;
  const openNext = async (): Promise<void> => {
    while (!failed) {
      const client = numbers[next++];
      if (client === undefined) return;
      try {
        opened.push(await openPatiently(() => openOne(order, program)));
      } catch (error) {
        failed = true;
        throw clientDidNotConnect(order, client, error);
      }
    }
  };
  const workers = Array.from({ length: Math.min(AT_ONCE, numbers.length) }, openNext);
  const results = await Promise.allSettled(workers);
  const fault = results.find((result) => result.status === "rejected");
  if (fault === undefined) return opened;
  await Promise.all(opened.map((connection) => connection.end()));
  throw fault.reason;
}

async function openOne(order: LoadOrder, program: Program): Promise<LoadConnection> {
  const connection = await OPEN[order.server.family](order.server, program);
  // A statement may take as long as it takes: the load knows when to give up.
  connection.tap.socket.setTimeout(0);
  return connection;
}

/** Waits and tries again while the server's backlog is full. */
async function openPatiently(open: () => Promise<LoadConnection>): Promise<LoadConnection> {
  const until = performance.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (errorCode(error) !== FULL_BACKLOG || performance.now() > until) throw error;
      await pause(FIRST_PAUSE_MILLISECONDS);
    }
  }
}

export interface ReopenRequest {
  readonly order: LoadOrder;
  readonly program: Program;
  /** True ends the attempts. */
  readonly isOver: () => boolean;
  readonly onFailure: (code: string, text: string) => void;
}

/** A new connection for a client that lost its own, with growing pauses. Null: the load was over, or patience ended. */
export async function reopenConnection(request: ReopenRequest): Promise<LoadConnection | null> {
  const { order, program } = request;
  const until = performance.now() + PATIENCE_MILLISECONDS;
  let wait = FIRST_PAUSE_MILLISECONDS;
  while (!request.isOver() && performance.now() < until) {
    try {
      return await openOne(order, program);
    } catch (error) {
      request.onFailure(errorCode(error) ?? "unknown", error instanceof Error ? error.message : String(error));
    }
    await pause(wait);
    wait = Math.min(wait * 2, LONGEST_PAUSE_MILLISECONDS);
  }
  return null;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
