/** Effective variables of a running postgres. */
import type { SqlConnection } from "../../connect/connect.ts";

/** Variables that differ between any two instances, and so say nothing about a variant. */
export const INSTANCE_VARIABLES: ReadonlySet<string> = new Set([
  "config_file",
  "data_directory",
  "external_pid_file",
  "hba_file",
  "ident_file",
  "listen_addresses",
  "port",
  "unix_socket_directories",
  "in_hot_standby",
]);

/** All variables by name with their units (`128MB`), without INSTANCE_VARIABLES. */
export async function effectiveVariables(connection: SqlConnection): Promise<Readonly<Record<string, string>>> {
  const rows = await connection.query("SHOW ALL");
  const pairs = rows.map((row) => [String(row.name), String(row.setting ?? "")] as const);
  return Object.fromEntries(pairs.filter(([name]) => !INSTANCE_VARIABLES.has(name)));
}
