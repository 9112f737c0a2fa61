/** Effective variables of a running mysqld. */
import type { SqlConnection } from "../../connect/connect.ts";

/** Variables that differ between any two instances or from second to second, and so say nothing about a variant. */
export const INSTANCE_VARIABLES: ReadonlySet<string> = new Set([
  "basedir",
  "character_sets_dir",
  "datadir",
  "general_log_file",
  "gtid_executed",
  "gtid_purged",
  "innodb_data_home_dir",
  "innodb_log_group_home_dir",
  "lc_messages_dir",
  "log_bin_basename",
  "log_bin_index",
  "log_error",
  "pid_file",
  "plugin_dir",
  "port",
  "pseudo_thread_id",
  "relay_log_basename",
  "relay_log_index",
  "server_uuid",
  "slow_query_log_file",
  "socket",
  "timestamp",
  "tmpdir",
  "slave_load_tmpdir",
  "replica_load_tmpdir",
  "hostname",
  "report_port",
]);

/** All global variables by name, without INSTANCE_VARIABLES. */
export async function effectiveVariables(connection: SqlConnection): Promise<Readonly<Record<string, string>>> {
  const rows = await connection.query("SHOW GLOBAL VARIABLES");
  const pairs = rows.map((row) => [String(row.Variable_name), String(row.Value ?? "")] as const);
  return Object.fromEntries(pairs.filter(([name]) => !INSTANCE_VARIABLES.has(name)));
}
