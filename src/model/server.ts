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
  readonly database: string;
  readonly dataDirectory: string;
  readonly errorLog: string;
  /** Name of the lab's own cgroup for this server, below each controller's mount; null where there is none. */
  readonly cgroup: string | null;
  /** The exact command line, to be repeated by somebody else. */
  readonly commandLine: readonly string[];
}

export type ServerAddress =
  /** MySQL: the socket file. PostgreSQL: the socket's file too; its folder and port follow from the name. */
  | { readonly kind: "socket"; readonly path: string }
  | { readonly kind: "tcp"; readonly host: string; readonly port: number };
