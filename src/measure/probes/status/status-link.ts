/** A connection that is asked one question at a time, each within a limit, and is made anew when it broke. */
import type { Seconds } from "../../../model/units.ts";
import type { Clock } from "../../../os/os.ts";
import type { SqlConnection } from "../../connect/connect.ts";
import { messageOf, probeFault } from "../probe-fault.ts";
import { withinLimit } from "./time-limit.ts";

const CLOSE_SECONDS = 1;

export interface StatusLink {
  /** What `question` gives. Throws `measurement-failed` when it fails, takes too long, or one before it is unanswered. */
  ask<T>(question: (connection: SqlConnection) => Promise<T>): Promise<T>;
  /** Takes a second at most and never throws. */
  close(): Promise<void>;
}

export interface StatusLinkOptions {
  readonly clock: Clock;
  readonly limit: Seconds;
  readonly variant: string;
  readonly connect: () => Promise<SqlConnection>;
  readonly first: SqlConnection;
}

export function createStatusLink(options: StatusLinkOptions): StatusLink {
  const { clock, limit, variant } = options;
  let connection: SqlConnection | null = options.first;
  let busy = false;
  let closed = false;
  const late = () => probeFault("measurement-failed", `status: ${variant} gave no counters within ${limit} s`);

  const answer = async <T>(question: (connection: SqlConnection) => Promise<T>): Promise<T> => {
    const current = connection ?? (await options.connect());
    // Closed while it connected: nobody else would close this one.
    connection = closed ? null : current;
    try {
      return await question(current);
    } catch (fault) {
      connection = null;
      void closeQuietly(clock, current);
      throw refused(variant, fault);
    } finally {
      if (closed) void closeQuietly(clock, current);
    }
  };
  return {
    async ask(question) {
      if (busy) throw late();
      busy = true;
      const answered = answer(question).finally(() => {
        busy = false;
      });
      // It may still fail after its limit, when nobody listens: the lateness was told.
      answered.catch(() => undefined);
      return withinLimit({ clock, limit, late }, answered);
    },
    async close() {
      closed = true;
      if (connection !== null) await closeQuietly(clock, connection);
    },
  };
}

/** That a connection cannot be closed adds nothing: either its fault was told, or the server ends next and takes it along. */
async function closeQuietly(clock: Clock, connection: SqlConnection): Promise<void> {
  const late = () => new Error("not closed in time");
  try {
    await withinLimit({ clock, limit: CLOSE_SECONDS, late }, connection.close());
  } catch {
    return;
  }
}

function refused(variant: string, fault: unknown) {
  return probeFault("measurement-failed", `status: ${variant} refused its counters: ${messageOf(fault)}`, fault);
}
