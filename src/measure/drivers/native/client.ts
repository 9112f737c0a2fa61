/**
 * One client of the load: sends a statement, waits for the end of its reply, sends the next. After an error in a
 * transaction it rolls back; then it begins a new operation. This is the hot path: it allocates nothing of its own.
 */
import type { LoadLoop, Wire, WireEvents } from "./loop/load-loop.ts";
import type { Program, Slot } from "./program.ts";
import type { LoadConnection } from "./protocol/load-connection.ts";
import type { ReplyScanner, ServerFailure } from "./protocol/reply-scanner.ts";
import type { Request } from "./protocol/request.ts";
import type { Tally } from "./tally.ts";
import type { ValueStream } from "./value-stream.ts";

/** What a client asks of the load as a whole. Times are `performance.now()`, milliseconds. */
export interface ClientHost {
  readonly tally: Tally;
  /** The client has nothing to do: it is told to begin or to rest, now or later. */
  clientFree(client: Client, now: number): void;
  operationEnded(start: number, now: number): void;
  /** The operation that was taken failed: somebody must take it again. */
  operationFailed(now: number, failure: ServerFailure): void;
  clientRests(): void;
  /** The connection is gone; an operation that ran on it was reported by `operationFailed`. */
  clientLost(client: Client): void;
  /** Our own mistake, or a server that does not speak the protocol: ends the load. */
  broke(error: unknown): void;
}

export class Client implements WireEvents {
  private readonly program: Program;
  private readonly slots: readonly Slot[];
  private readonly values: ValueStream;
  private readonly host: ClientHost;
  private readonly loop: LoadLoop;
  private connection: LoadConnection;
  private wire: Wire;
  private scanner: ReplyScanner;
  private requests: readonly (readonly Request[])[];
  private position = 0;
  private table = 0;
  private startedAt = 0;
  private statementStartedAt = 0;
  /** `lost`: without a connection until `reconnect`. */
  private state: "idle" | "busy" | "lost" | "resting" = "idle";
  private rollingBack = false;
  /** Of the connections that were lost. */
  private sentBefore = 0;
  private receivedBefore = 0;

  constructor(parts: {
    readonly program: Program;
    readonly values: ValueStream;
    readonly host: ClientHost;
    readonly loop: LoadLoop;
    readonly connection: LoadConnection;
  }) {
    this.program = parts.program;
    this.slots = parts.program.slots;
    this.values = parts.values;
    this.host = parts.host;
    this.loop = parts.loop;
    this.connection = parts.connection;
    this.scanner = parts.connection.scanner;
    this.requests = parts.connection.requests;
    this.wire = this.loop.attach(this.connection.tap, this);
  }

  /** Goes on with a new connection in place of the one that was lost. It has nothing to do then. */
  reconnect(connection: LoadConnection): void {
    this.sentBefore += this.wire.bytesSent;
    this.receivedBefore += this.wire.bytesReceived;
    this.connection = connection;
    this.scanner = connection.scanner;
    this.requests = connection.requests;
    this.rollingBack = false;
    this.state = "idle";
    this.wire = this.loop.attach(this.connection.tap, this);
  }

  /** Begins an operation that was to begin at `start`: its latency counts from there. */
  begin(start: number, now: number): void {
    this.state = "busy";
    this.startedAt = start;
    this.position = 0;
    this.sendStatement(now);
  }

  /** Nothing more is to come. */
  rest(): void {
    this.state = "resting";
    this.host.clientRests();
  }

  /** When the operation at hand was to begin; null where there is none. */
  pendingSince(): number | null {
    return this.state === "busy" && !this.rollingBack ? this.startedAt : null;
  }

  /** Of all its connections, logging in and preparing not included. */
  bytes(): { readonly sent: number; readonly received: number } {
    const { bytesSent, bytesReceived } = this.wire;
    return { sent: this.sentBefore + bytesSent, received: this.receivedBefore + bytesReceived };
  }

  /** At once, in the middle of anything. */
  destroy(): void {
    this.state = "resting";
    this.wire.destroy();
  }

  end(): Promise<void> {
    this.state = "resting";
    return this.connection.end();
  }

  onBytes(bytes: Uint8Array, length: number): void {
    try {
      if (!this.scanner.scan(bytes, length) || this.state !== "busy") return;
      const { failure } = this.scanner;
      if (failure === null) this.statementEnded();
      else this.statementFailed(failure);
    } catch (error) {
      this.host.broke(error);
    }
  }

  /** Whether COMMIT was done before the connection was lost cannot be known: the operation counts as failed. */
  onLost(): void {
    if (this.state === "resting") return;
    if (this.state === "busy" && !this.rollingBack) {
      // A server that hangs up without a word is counted as a reset too.
      const code = this.wire.errorCode() ?? "ECONNRESET";
      const failure = this.scanner.brokenOff() ?? { code, text: "the server closed the connection" };
      this.host.operationFailed(performance.now(), failure);
    }
    this.state = "lost";
    this.host.clientLost(this);
  }

  private statementEnded(): void {
    const { host } = this;
    const now = performance.now();
    if (this.rollingBack) {
      this.rollingBack = false;
      host.tally.recordRollback();
      this.free(now);
      return;
    }
    const statement = this.slots[this.position]?.statement ?? 0;
    host.tally.recordStatement(statement, now - this.statementStartedAt, this.scanner.rows);
    if (++this.position < this.slots.length) {
      this.sendStatement(now);
      return;
    }
    host.operationEnded(this.startedAt, now);
    this.free(now);
  }

  private statementFailed(failure: ServerFailure): void {
    if (this.rollingBack) {
      // A session that cannot roll back is of no use: a new one.
      this.wire.destroy();
      this.onLost();
      return;
    }
    const now = performance.now();
    this.host.operationFailed(now, failure);
    if (!this.program.transaction) {
      this.free(now);
      return;
    }
    this.rollingBack = true;
    this.wire.send(this.connection.rollback);
  }

  private free(now: number): void {
    this.state = "idle";
    this.host.clientFree(this, now);
  }

  private sendStatement(now: number): void {
    const slot = this.slots[this.position];
    if (slot === undefined) return;
    if (slot.startsGroup) {
      this.values.beginGroup();
      if (slot.drawsTable) this.table = this.values.table(this.program.tables);
    }
    this.statementStartedAt = now;
    const request = this.requests[slot.statement]?.[this.table];
    if (request !== undefined) this.wire.send(request.encode(this.values));
  }
}
