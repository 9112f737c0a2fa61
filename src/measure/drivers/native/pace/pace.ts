/** When free clients begin their next operation. */
import type { Client } from "../client.ts";

export interface Pace {
  /** The load begins at `now` (`performance.now()`): every client is free. */
  start(clients: readonly Client[], now: number): void;
  /** The client has nothing to do: it begins an operation now or later, or it rests, when nothing more is to come. */
  free(client: Client, now: number): void;
  /** The client has lost its connection: it is told nothing until it is free again. */
  lost(client: Client): void;
  /** An operation failed. */
  failed(): void;
  /** No operation that was to begin at `now` or later. Clients that wait for one rest. */
  stop(now: number): void;
}

/** Each client begins its next operation when its last one has ended. */
export class ClosedLoop implements Pace {
  private over = false;
  private operationsLeft: number;

  /** `operations`: in all; Infinity in a timed load. */
  constructor(operations: number) {
    this.operationsLeft = operations;
  }

  start(clients: readonly Client[], now: number): void {
    for (const client of clients) this.free(client, now);
  }

  free(client: Client, now: number): void {
    if (this.over || this.operationsLeft <= 0) {
      client.rest();
      return;
    }
    this.operationsLeft--;
    client.begin(now, now);
  }

  lost(): void {
    // Nothing is kept of a client that runs.
  }

  /** A fixed number of operations are those that succeed: somebody must do it again. */
  failed(): void {
    this.operationsLeft++;
  }

  stop(): void {
    this.over = true;
  }
}
