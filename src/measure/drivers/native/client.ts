/**
 * One client of the load: sends a statement, waits for the end of its reply, sends the next. After an error in a
 * transaction it rolls back; then it begins a new operation. This is the hot path: it allocates nothing of its own.
 */
import type { Socket } from "node:net";
import type { Program, Slot } from "./program.ts";
import type { LoadConnection } from "./protocol/load-connection.ts";
import type { ReplyScanner, ServerFailure } from "./protocol/reply-scanner.ts";
import type { Request } from "./protocol/request.ts";
import type { Tally } from "./tally.ts";
import type { ValueStream } from "./value-stream.ts";

/** What a client asks of the load as a whole. Times are `performance.now()`, milliseconds. */
export interface ClientHost {
  readonly tally: Tally;
  /** False: no more operations, the client rests. */
  takeOperation(): boolean;
  operationEnded(now: number): void;
  /** The operation that was taken failed: somebody must take it again. */
  operationFailed(now: number, failure: ServerFailure): void;
  clientRests(): void;
  /** The connection is gone; the operation that ran on it was reported by `operationFailed`. */
  clientLost(client: Client): void;
  /** Our own mistake, or a server that does not speak the protocol: ends the load. */
  broke(error: unknown): void;
}

export class Client {
  private readonly program: Program;
  private readonly slots: readonly Slot[];
  private readonly values: ValueStream;
  private readonly host: ClientHost;
  private connection: LoadConnection;
  private socket: Socket;
  private scanner: ReplyScanner;
  private requests: readonly (readonly Request[])[];
  private position = 0;
  private table = 0;
  private startedAt = 0;
  private resting = true;
  private rollingBack = false;
  /** Of the connections that were lost. */
  private sentBefore = 0;
  private receivedBefore = 0;

  constructor(parts: {
    readonly program: Program;
    readonly values: ValueStream;
    readonly host: ClientHost;
    readonly connection: LoadConnection;
  }) {
    this.program = parts.program;
    this.slots = parts.program.slots;
    this.values = parts.values;
    this.host = parts.host;
    this.connection = parts.connection;
    this.socket = parts.connection.tap.socket;
    this.scanner = parts.connection.scanner;
    this.requests = parts.connection.requests;
    this.listen();
  }

  /** Goes on with a new connection in place of the one that was lost. */
  reconnect(connection: LoadConnection): void {
    this.sentBefore += this.socket.bytesWritten;
    this.receivedBefore += this.socket.bytesRead;
    this.connection = connection;
    this.socket = connection.tap.socket;
    this.scanner = connection.scanner;
    this.requests = connection.requests;
    this.rollingBack = false;
    this.listen();
  }

  /** Takes an operation and sends its first statement, or rests. */
  beginOperation(now: number): void {
    if (!this.host.takeOperation()) {
      this.resting = true;
      this.host.clientRests();
      return;
    }
    this.resting = false;
    this.startedAt = now;
    this.position = 0;
    this.sendStatement();
  }

  /** Of all its connections, logging in included. */
  bytes(): { readonly sent: number; readonly received: number } {
    const { bytesWritten, bytesRead } = this.socket;
    return { sent: this.sentBefore + bytesWritten, received: this.receivedBefore + bytesRead };
  }

  /** At once, in the middle of anything. */
  destroy(): void {
    this.resting = true;
    this.socket.destroy();
  }

  end(): Promise<void> {
    this.resting = true;
    return this.connection.end();
  }

  private listen(): void {
    const { tap } = this.connection;
    tap.takeOver((bytes, length) => this.receive(bytes, length));
    if (tap.socket.closed) this.lost();
    else tap.socket.once("close", () => this.lost());
  }

  private receive(bytes: Uint8Array, length: number): void {
    try {
      if (!this.scanner.scan(bytes, length) || this.resting) return;
      const { failure } = this.scanner;
      if (failure === null) this.statementEnded();
      else this.statementFailed(failure);
    } catch (error) {
      this.host.broke(error);
    }
  }

  private statementEnded(): void {
    const { host } = this;
    host.tally.statements++;
    host.tally.rows += this.scanner.rows;
    if (!this.rollingBack && ++this.position < this.slots.length) {
      this.sendStatement();
      return;
    }
    const now = performance.now();
    if (this.rollingBack) this.rollingBack = false;
    else {
      host.tally.recordOperation(now, now - this.startedAt);
      host.operationEnded(now);
    }
    this.beginOperation(now);
  }

  private statementFailed(failure: ServerFailure): void {
    if (this.rollingBack) {
      // A session that cannot roll back is of no use: a new one.
      this.socket.destroy();
      return;
    }
    const now = performance.now();
    this.host.operationFailed(now, failure);
    if (!this.program.transaction) {
      this.beginOperation(now);
      return;
    }
    this.rollingBack = true;
    this.socket.write(this.connection.rollback);
  }

  private sendStatement(): void {
    const slot = this.slots[this.position];
    if (slot === undefined) return;
    if (slot.startsGroup) {
      this.values.beginGroup();
      if (slot.drawsTable) this.table = this.values.table(this.program.tables);
    }
    const request = this.requests[slot.statement]?.[this.table];
    if (request !== undefined) this.socket.write(request.encode(this.values));
  }

  /** Whether COMMIT was done before the connection was lost cannot be known: the operation counts as failed. */
  private lost(): void {
    if (this.resting) return;
    this.resting = true;
    if (!this.rollingBack) {
      // A server that hangs up without a word is counted as a reset too.
      const code = this.connection.tap.errorCode() ?? "ECONNRESET";
      const failure = this.scanner.brokenOff() ?? { code, text: "the server closed the connection" };
      this.host.operationFailed(performance.now(), failure);
    }
    this.host.clientLost(this);
  }
}
