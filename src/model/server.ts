import type { Build, Family } from "./build.ts";

/** The only handover from `dbms` to drivers and probes: a server that answers. */
export interface RunningServer {
  readonly variant: string;
  readonly family: Family;
  readonly build: Build;
  /** Of the server's first process. */
  readonly pid: number;
  readonly address: ServerAddress;
  readonly user: string;
  /** Null: none. It is never printed, logged or stored, and never put on a command line. */
  readonly password: string | null;
  /** Null: in the clear. */
  readonly tls: ServerTls | null;
  readonly database: string;
  readonly dataDirectory: string;
  readonly errorLog: string;
  /** Name of the lab's own cgroup for this server, below each controller's mount; null where there is none. */
  readonly cgroup: string | null;
  /** The exact command line, to be repeated by somebody else. */
  readonly commandLine: readonly string[];
}

/**
 * How connections are encrypted. By files and not by their content: other people's load programs take no other form. Whose
 * name is in the server's certificate is not looked at, as with libpq's `verify-ca`.
 */
export interface ServerTls {
  /** PEM file of the authorities that may have signed the server's certificate; null: any certificate is taken. */
  readonly caFile: string | null;
  /** Shown to a server that asks for one; PEM files, the key without a passphrase. */
  readonly clientCertificate: { readonly certificateFile: string; readonly keyFile: string } | null;
}

export type ServerAddress =
  /** MySQL: the socket file. PostgreSQL: the socket's file too; its folder and port follow from the name. */
  | { readonly kind: "socket"; readonly path: string }
  | { readonly kind: "tcp"; readonly host: string; readonly port: number };
