import { describe, expect, it } from "vitest";
import { parseVersionLine } from "./version-line.ts";

/** Printed by real binaries; the last three of MySQL's form are quoted from public bug reports and manuals. */
const LINES = {
  mysql56: "./mysqld  Ver 5.6.24 for linux-glibc2.5 on x86_64 (MySQL Community Server (GPL))",
  mysql8: "/usr/sbin/mysqld  Ver 8.0.36 for Linux on x86_64 (MySQL Community Server - GPL)",
  mysqlDebug: "mysqld  Ver 5.6.24-debug for Linux on x86_64 (Source distribution)",
  percona: "/usr/sbin/mysqld  Ver 8.0.18-9 for Linux on x86_64 (Percona Server (GPL), Release 9, Revision 53e606f)",
  mariadb: "./mariadbd  Ver 10.11.18-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64 (Debian 12)",
  mariadbAsMysqld: "./mysqld  Ver 10.11.18-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64 (Debian 12)",
  postgres: "postgres (PostgreSQL) 17.10",
  postgresDebian: "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)",
  postgresBeta: "postgres (PostgreSQL) 18beta1",
};

describe("the version line", () => {
  it.each([
    [LINES.mysql56, "mysql", "5.6.24"],
    [LINES.mysql8, "mysql", "8.0.36"],
    [LINES.mysqlDebug, "mysql", "5.6.24-debug"],
    [LINES.postgres, "postgres", "17.10"],
    [LINES.postgresDebian, "postgres", "15.18"],
    [LINES.postgresBeta, "postgres", "18beta1"],
  ])("of %s gives family and version", (line, family, version) => {
    expect(parseVersionLine(line)).toEqual({ kind: "known", family, version });
  });

  it.each([
    [LINES.mariadb, "MariaDB", "10.11.18"],
    [LINES.mariadbAsMysqld, "MariaDB", "10.11.18"],
    [LINES.percona, "Percona Server", "8.0.18-9"],
  ])("of %s names the fork, never MySQL", (line, name, version) => {
    expect(parseVersionLine(line)).toEqual({ kind: "later", name, version });
  });

  it.each(["", "env (GNU coreutils) 9.1", "mysql  Ver", "postgres"])("of %j is unknown", (line) => {
    expect(parseVersionLine(line)).toEqual({ kind: "unknown" });
  });
});
