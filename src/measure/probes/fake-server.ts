import type { RunningServer } from "../../model/server.ts";

/** A server that exists in words only, for the probes' unit tests: whatever reads it reads a fake `Os` or connection. */
export function fakeServer(differences: Partial<RunningServer> = {}): RunningServer {
  return {
    variant: "A",
    family: "postgres",
    build: {
      reference: { kind: "catalogue", family: "postgres", version: "17.10" },
      family: "postgres",
      version: "17.10",
      versionLine: "postgres (PostgreSQL) 17.10",
      basedir: "/opt/postgres",
      binary: "/opt/postgres/bin/postgres",
      libraryPath: null,
      digest: "0".repeat(64),
      origin: "basedir",
      resolvedAt: "2026-01-01T00:00:00Z",
    },
    pid: 100,
    address: { kind: "socket", path: "/tmp/dbdyno-1/.s.PGSQL.5432" },
    user: "postgres",
    password: null,
    tls: null,
    database: "sbtest",
    dataDirectory: "/data",
    errorLog: "/log/error.log",
    cgroup: null,
    commandLine: [],
    ...differences,
  };
}
