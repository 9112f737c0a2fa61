/** The server's own counters, read over one connection that stays open. */
import type { CounterValues } from "../../../model/counters.ts";
import type { RunningServer } from "../../../model/server.ts";
import type { Seconds } from "../../../model/units.ts";
import type { Clock } from "../../../os/os.ts";
import type { Connect, SqlConnection } from "../../connect/connect.ts";
import type { Probe, ProbeSession } from "../probe.ts";
import { messageOf, probeFault } from "../probe-fault.ts";
import { countersReader } from "./server-status.ts";
import { withinLimit } from "./time-limit.ts";

/** A status query takes milliseconds; on a loaded server it waits for a CPU. A server that takes longer is stuck or frozen. */
const LIMIT_SECONDS = 2;
const CLOSE_SECONDS = 1;

export interface StatusProbeOptions {
  readonly clock: Clock;
  readonly connect: Connect;
  readonly every: Seconds;
  readonly limit?: Seconds;
}

/**
 * A reading that takes over `limit` seconds is given up as `measurement-failed`; the query stays the only one on its
 * connection, and readings fail at once until it has ended. A connection that broke is made anew by the next reading.
 */
export function statusProbe(options: StatusProbeOptions): Probe {
  return {
    name: "status",
    every: options.every,
    async open({ server }) {
      return openSession(options, server, await connectTo(options, server));
    },
  };
}

function openSession(options: StatusProbeOptions, server: RunningServer, first: SqlConnection): ProbeSession {
  const { clock, limit = LIMIT_SECONDS } = options;
  const readCounters = countersReader(server.family, server.database);
  let connection: SqlConnection | null = first;
  let busy = false;

  const read = async (): Promise<CounterValues> => {
    connection ??= await connectTo(options, server);
    const current = connection;
    try {
      return await readCounters(current);
    } catch (fault) {
      connection = null;
      // Its fault is told below; that the rest of it cannot be closed adds nothing.
      current.close().catch(() => undefined);
      throw probeFault(
        "measurement-failed",
        `status: ${server.variant} refused its counters: ${messageOf(fault)}`,
        fault,
      );
    }
  };
  const late = () => probeFault("measurement-failed", `status: ${server.variant} gave no counters within ${limit} s`);

  return {
    async read() {
      if (busy) throw late();
      busy = true;
      const answer = read().finally(() => {
        busy = false;
      });
      // It may still fail after its limit, when nobody listens: the lateness was told.
      answer.catch(() => undefined);
      return withinLimit({ clock, limit, late }, answer);
    },
    async close() {
      const closed = connection?.close() ?? Promise.resolve();
      closed.catch(() => undefined);
      await withinLimit({ clock, limit: CLOSE_SECONDS, late }, closed);
    },
  };
}

/** PostgreSQL: by its own database, so that the probe's work is not counted with the load's. */
function connectTo(
  { connect, limit = LIMIT_SECONDS }: StatusProbeOptions,
  server: RunningServer,
): Promise<SqlConnection> {
  const database = server.family === "postgres" ? { database: "postgres" } : {};
  return connect(server, { ...database, timeoutSeconds: Math.max(limit, LIMIT_SECONDS) });
}
