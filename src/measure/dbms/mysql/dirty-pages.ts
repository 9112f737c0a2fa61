/** Empties InnoDB's list of dirty pages before a measurement, so that no variant pays for what loading left. */
import type { Seconds } from "../../../model/units.ts";
import type { Clock } from "../../../os/os.ts";
import type { SqlConnection } from "../../connect/connect.ts";

/** So few are made anew by the server itself (statistics, purge) at any time. */
export const FEW_PAGES = 10;
const PAUSE_SECONDS = 0.1;
/** Pages a second. The default of 200 would take 40 s for a full pool of 128 MB. */
const FAST_FLUSHING = 20_000;

/**
 * What makes the page cleaner write all: no dirty page is allowed, at full speed. In this order: the capacity may not
 * exceed its maximum, and from 5.7 on the low-water mark may not exceed the mark. Restored in the opposite order.
 */
const FLUSH_SETTINGS = [
  ["innodb_io_capacity_max", FAST_FLUSHING],
  ["innodb_io_capacity", FAST_FLUSHING],
  ["innodb_max_dirty_pages_pct_lwm", 0],
  ["innodb_max_dirty_pages_pct", 0],
] as const;

/**
 * Waits until at most FEW_PAGES are dirty, `limitSeconds` at the longest, and puts the settings back. Gives how many are
 * dirty then.
 */
export async function writeDirtyPages(connection: SqlConnection, clock: Clock, limitSeconds: Seconds): Promise<number> {
  const before = await readGlobals(connection);
  try {
    for (const [name, value] of FLUSH_SETTINGS) await setGlobal(connection, name, String(value));
    return await waitForFewPages(connection, clock, limitSeconds);
  } finally {
    for (const [name] of FLUSH_SETTINGS.toReversed()) await setGlobal(connection, name, before[name] ?? "DEFAULT");
  }
}

async function waitForFewPages(connection: SqlConnection, clock: Clock, limitSeconds: Seconds): Promise<number> {
  const deadline = clock.monotonic() + limitSeconds;
  for (;;) {
    const pages = await dirtyPages(connection);
    if (pages <= FEW_PAGES || clock.monotonic() >= deadline) return pages;
    await clock.sleep(PAUSE_SECONDS);
  }
}

async function dirtyPages(connection: SqlConnection): Promise<number> {
  const [row] = await connection.query("SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_pages_dirty'");
  // A server without InnoDB has no such counter and no such pages.
  return Number(row?.Value ?? 0);
}

async function readGlobals(connection: SqlConnection): Promise<Readonly<Record<string, string>>> {
  const names = FLUSH_SETTINGS.map(([name]) => `'${name}'`).join(", ");
  const rows = await connection.query(`SHOW GLOBAL VARIABLES WHERE Variable_name IN (${names})`);
  return Object.fromEntries(rows.map((row) => [String(row.Variable_name), String(row.Value)]));
}

async function setGlobal(connection: SqlConnection, name: string, value: string): Promise<void> {
  await connection.query(`SET GLOBAL ${name} = ${value}`);
}
