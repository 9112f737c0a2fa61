/** Rough memory of one PostgreSQL server with its processes. Pure. */
import type { Bytes } from "../../../model/units.ts";
import { settingValue } from "../settings.ts";
import { sizeBytes } from "../sizes.ts";

const MIB = 1024 ** 2;
const PAGE_BYTES = 8192;
const SHARED_BUFFERS_DEFAULT = 128 * MIB;
/** Postmaster and background processes 40 MB, and 64 backends of 3 MB that is not shared. */
const BASE_BYTES = 232 * MIB;

/** An upper guess for planning, not a measurement. A size that cannot be read counts as the default. */
export function residentBytes(config: Readonly<Record<string, string>>): Bytes {
  const sharedBuffers = sizeBytes(settingValue(config, "shared_buffers") ?? "", PAGE_BYTES) ?? SHARED_BUFFERS_DEFAULT;
  return BASE_BYTES + sharedBuffers;
}
