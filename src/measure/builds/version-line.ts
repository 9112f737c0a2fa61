/** What a server's binary says of itself when asked for `--version`. */
import type { Family } from "../../model/build.ts";

export type VersionLine =
  | { readonly kind: "known"; readonly family: Family; readonly version: string }
  /** A server that dbdyno recognises and cannot measure yet. */
  | { readonly kind: "later"; readonly name: string; readonly version: string }
  | { readonly kind: "unknown" };

/** `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)`, `… 18beta1`. */
const POSTGRES = /^postgres \(PostgreSQL\) (\S+)/;
/** `/usr/sbin/mysqld  Ver 8.0.36-28 for Linux on x86_64 (Percona Server (GPL), Release 28, …)`. */
const MYSQL = /\bVer (\S+) for .+/;

/**
 * Family and version from one line of `mysqld --version` or `postgres --version`. MySQL's forks keep its form, so they
 * are told apart by their own names in it: a fork taken for MySQL would be initialised with options it does not know.
 */
export function parseVersionLine(line: string): VersionLine {
  const postgres = POSTGRES.exec(line)?.[1];
  if (postgres) return { kind: "known", family: "postgres", version: postgres };
  const mysql = MYSQL.exec(line);
  if (!mysql?.[1]) return { kind: "unknown" };
  const [text, version] = mysql;
  if (/mariadb/i.test(text)) return { kind: "later", name: "MariaDB", version: version.replace(/-MariaDB.*$/i, "") };
  if (/percona/i.test(text)) return { kind: "later", name: "Percona Server", version };
  return { kind: "known", family: "mysql", version };
}
