/** Writes PostgreSQL's dirty pages before a measurement, so that no variant pays for what loading left. */
import type { SqlConnection } from "../../connect/connect.ts";

/**
 * A checkpoint asked for by a statement runs at full speed and ends when all is written and synced, however long that
 * takes: it cannot be cut short. Nothing is dirty then.
 */
export async function writeDirtyPages(connection: SqlConnection): Promise<number> {
  await connection.query("CHECKPOINT");
  return 0;
}
