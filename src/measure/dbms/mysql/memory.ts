/** Rough memory of one mysqld. Pure. */
import type { Bytes } from "../../../model/units.ts";
import { settingValue } from "../settings.ts";
import { sizeBytes } from "../sizes.ts";

const MIB = 1024 ** 2;
/** Code, dictionary, caches and 64 connections, as seen on 5.6.24 and 9.7.4 without a load of many tables. */
const BASE_BYTES = 120 * MIB;
/** The performance schema at default sizes; with thousands of tables or connections it takes far more. */
const PERFORMANCE_SCHEMA_BYTES = 100 * MIB;

/** Buffers that are taken whole, and their defaults (5.6 to 9). */
const BUFFERS = {
  innodb_buffer_pool_size: 128 * MIB,
  innodb_log_buffer_size: 16 * MIB,
  key_buffer_size: 8 * MIB,
  query_cache_size: 1 * MIB,
};

/** An upper guess for planning, not a measurement. A size that cannot be read counts as the default. */
export function residentBytes(config: Readonly<Record<string, string>>): Bytes {
  const buffers = Object.entries(BUFFERS).map(
    ([name, fallback]) => sizeBytes(settingValue(config, name) ?? "", 1) ?? fallback,
  );
  const hasSchema = !/^(off|0|false)$/i.test(settingValue(config, "performance_schema") ?? "on");
  return buffers.reduce((sum, bytes) => sum + bytes, BASE_BYTES + (hasSchema ? PERFORMANCE_SCHEMA_BYTES : 0));
}
