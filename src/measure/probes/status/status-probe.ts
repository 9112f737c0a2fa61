/** The server's own counters, read over one connection that stays open. */
import type { RunningServer } from "../../../model/server.ts";
import type { Seconds } from "../../../model/units.ts";
import type { Clock } from "../../../os/os.ts";
import type { Connect, SqlConnection } from "../../connect/connect.ts";
import type { Probe, ProbeSession } from "../probe.ts";
import { countersReader, readServerStatus } from "./server-status.ts";
import { createStatusLink } from "./status-link.ts";

/** A status query takes milliseconds; on a loaded server it waits for a CPU. A server that takes longer is stuck or frozen. */
const LIMIT_SECONDS = 2;

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
    open: ({ server }) => openSession(options, server),
  };
}

async function openSession(options: StatusProbeOptions, server: RunningServer): Promise<ProbeSession> {
  const { clock, limit = LIMIT_SECONDS } = options;
  const { variant, family, database } = server;
  const connect = () => connectTo(options, server);
  const link = createStatusLink({ clock, limit, variant, connect, first: await connect() });
  const readCounters = countersReader(family, database);
  return {
    read: () => link.ask(readCounters),
    readNative: () => link.ask((connection) => readServerStatus(family, connection)),
    close: link.close,
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
