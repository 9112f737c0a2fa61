import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { POSTGRES_COUNTERS, postgresCountersQuery, postgresStatusQuery } from "./postgres-counters.ts";
import { postgresCounters, postgresStatus } from "./server-status.ts";

const VERSIONS = [10, 11, 12, 13, 14, 15, 16, 17, 18];

function captured(name: string): string {
  return readFileSync(new URL(`../../../../fixtures/probes/${name}`, import.meta.url), "utf8");
}

function capturedStatus(name: string) {
  const lines = captured(name).trimEnd().split("\n");
  return postgresStatus(
    lines.map((line) => {
      const [view = "", key = "", columns = ""] = line.split("\t");
      return { view, key, columns };
    }),
  );
}

describe("counters of PostgreSQL", () => {
  it("are the same ones in every version from 10 to 18, each once", () => {
    for (const major of VERSIONS) {
      const neutral = POSTGRES_COUNTERS.filter(({ versions: [from, to] }) => from <= major && major <= to).map(
        (counter) => counter.neutral,
      );
      expect(new Set(neutral).size).toBe(neutral.length);
      expect(neutral).toHaveLength(12);
    }
  });

  it("come from the views that the version has", () => {
    expect(postgresCountersQuery(16)).toContain("buffers_backend");
    expect(postgresCountersQuery(16)).not.toContain("pg_stat_checkpointer");
    expect(postgresCountersQuery(17)).toContain("pg_stat_checkpointer");
    expect(postgresCountersQuery(17)).not.toContain("write_bytes");
    expect(postgresCountersQuery(18)).toContain("write_bytes");
  });

  it.each([10, 17, 18])("are numbers in the answer of version %i", (major) => {
    const values = postgresCounters(JSON.parse(captured(`postgres-${major}-counters.json`)));
    expect(Object.keys(values)).toHaveLength(12);
    expect(values.rows_deleted).toBe(3);
    expect(values.log_written_bytes).toBeGreaterThan(20e6);
    expect(values.pages_written).toBeGreaterThan(0);
  });

  it("are left out, not zero, where the server gives null or no row", () => {
    expect(postgresCounters([{ commits: null, deadlocks: "0" }])).toEqual({ deadlocks: 0 });
    expect(postgresCounters([])).toEqual({});
  });
});

describe("full status of PostgreSQL", () => {
  it("names a column by its view, and by the row where a view has several", () => {
    const status = capturedStatus("postgres-10-status.tsv");
    expect(status["pg_stat_database[postgres].tup_deleted"]).toBe("3");
    expect(status["pg_stat_bgwriter.buffers_checkpoint"]).toBe("45");
  });

  it("has the shared catalogues of version 12 and newer under a name, and empty text for null", () => {
    const status = capturedStatus("postgres-17-status.tsv");
    expect(status["pg_stat_database[shared].datname"]).toBe("");
    expect(status["pg_stat_io[client backend relation normal].reads"]).toMatch(/^\d+$/);
  });

  it("asks no version for a view that it has not", () => {
    expect(postgresStatusQuery(10)).not.toMatch(/pg_stat_(wal|io|slru|checkpointer)\b/);
    expect(postgresStatusQuery(17)).toContain("pg_stat_checkpointer");
  });
});
