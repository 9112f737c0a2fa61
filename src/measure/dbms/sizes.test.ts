import { describe, expect, it } from "vitest";
import { residentBytes as mysqlBytes } from "./mysql/memory.ts";
import { residentBytes as postgresBytes } from "./postgres/memory.ts";
import { sizeBytes } from "./sizes.ts";

const MIB = 1024 ** 2;

describe("a size in a setting", () => {
  it("is read as its server reads it", () => {
    expect(sizeBytes("128M", 1)).toBe(128 * MIB);
    expect(sizeBytes("128MB", 8192)).toBe(128 * MIB);
    expect(sizeBytes("1g", 1)).toBe(1024 * MIB);
    expect(sizeBytes("1.5 GB", 8192)).toBe(1536 * MIB);
    expect(sizeBytes("16384", 8192)).toBe(128 * MIB);
    expect(sizeBytes("134217728", 1)).toBe(128 * MIB);
    expect(sizeBytes("8kB", 8192)).toBe(8192);
    expect(sizeBytes("512B", 8192)).toBe(512);
  });

  it("is null where it is none", () => {
    for (const text of ["", "12X", "M", "-1", "ON"]) expect(sizeBytes(text, 1)).toBeNull();
  });
});

describe("the memory that a server will take", () => {
  it("grows by as much as its buffer pool, in either spelling", () => {
    const more = { "innodb-buffer-pool-size": "1G" };
    expect(mysqlBytes(more) - mysqlBytes({})).toBe((1024 - 128) * MIB);
    expect(postgresBytes({ shared_buffers: "1GB" }) - postgresBytes({})).toBe((1024 - 128) * MIB);
    expect(postgresBytes({ shared_buffers: "131072" })).toBe(postgresBytes({ shared_buffers: "1GB" }));
  });

  it("is less without performance schema", () => {
    expect(mysqlBytes({ performance_schema: "OFF" })).toBeLessThan(mysqlBytes({}));
  });
});
