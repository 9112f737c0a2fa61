/** postgres' and initdb's command lines as text. Options: the manual's "postgres" and "initdb" reference, 10 to 18. Pure. */
import type { Setting } from "../settings.ts";

export interface PostgresStart {
  readonly binary: string;
  readonly dataDirectory: string;
  readonly socketFolder: string;
  readonly port: number;
  readonly listen: "socket" | "tcp";
  /** Without `unix_socket_directories` and `port`. */
  readonly settings: readonly Setting[];
}

/** Settings that are not the user's to choose, and why. */
export const POSTGRES_RESERVED: Readonly<Record<string, string>> = {
  data_directory: "dbdyno makes a data directory for each variant and round",
  config_file: "the configuration is on the command line, so that it is stored with the run",
  hba_file: "it is the data directory's own",
  ident_file: "it is the data directory's own",
  external_pid_file: "dbdyno is the server's parent and knows its pid",
  listen_addresses: "servers listen on a private socket, with `listen: tcp` on 127.0.0.1",
  logging_collector: "the log is kept with the run's raw files",
  log_destination: "the log is kept with the run's raw files",
};

/** The argv that starts the server. Only what it needs to run is set; every other default is initdb's or its own. */
export function postgresArguments(start: PostgresStart): readonly string[] {
  return [
    start.binary,
    "-D",
    start.dataDirectory,
    "-k",
    start.socketFolder,
    "-p",
    `${start.port}`,
    "-c",
    `listen_addresses=${start.listen === "tcp" ? "127.0.0.1" : ""}`,
    ...start.settings.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
}

/**
 * The argv that makes a data directory: the C locale, so that sorting costs the same everywhere and messages are English;
 * no passwords, since nobody else reaches the socket; not synced (`-N`), since what is made is cloned, and clones are.
 */
export function initdbArguments(initdb: string, dataDirectory: string): readonly string[] {
  return [initdb, "-D", dataDirectory, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"];
}
