import type { Family } from "../../model/build.ts";

/** Settings of the loading server only: speed before durability, since a template that was not finished is thrown away. */
const FAST_LOAD: Readonly<Record<Family, Readonly<Record<string, string>>>> = {
  mysql: { innodb_flush_log_at_trx_commit: "0", innodb_doublewrite: "0", performance_schema: "OFF" },
  postgres: { fsync: "off", synchronous_commit: "off", max_wal_size: "2GB", autovacuum: "off" },
};

/**
 * Settings that act when files or tables are made, not when they are read: a variant that has one needs data made
 * under it, or the comparison would run on the same files and find nothing. PostgreSQL's (checksums, segment size) are
 * options of initdb and no settings: its server refuses them at start.
 */
const ACTS_ON_DATA: Readonly<Record<Family, readonly string[]>> = {
  mysql: [
    "character_set_server",
    "collation_server",
    "default_storage_engine",
    "innodb_checksum_algorithm",
    "innodb_compression_level",
    "innodb_data_file_path",
    "innodb_default_row_format",
    "innodb_file_format",
    "innodb_file_per_table",
    "innodb_page_size",
    "innodb_undo_tablespaces",
    "lower_case_table_names",
  ],
  postgres: ["default_toast_compression", "default_table_access_method"],
};

/** The part of a variant's configuration that its data is made under, by name in lower case with `_`, in that order. */
export function dataSettings(
  family: Family,
  config: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const normalised = Object.entries(config).map(([name, value]) => [normalName(name), value] as const);
  const acting = normalised.filter(([name]) => ACTS_ON_DATA[family].includes(name));
  return Object.fromEntries(acting.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Configuration of the server that loads a variant's data. */
export function loadConfig(family: Family, config: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { ...FAST_LOAD[family], ...dataSettings(family, config) };
}

/** Servers take `-` and `_` alike, and `loose_` before a name. */
function normalName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("-", "_")
    .replace(/^loose_/, "");
}
