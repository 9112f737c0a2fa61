/** mysqld's command line as text. Options: mysqld --verbose --help of 5.6 and the manual's "Server Command Options". Pure. */
import type { Setting } from "../settings.ts";
import { isAtLeast } from "./version.ts";

export interface MysqldCommand {
  readonly binary: string;
  readonly version: string;
  readonly basedir: string;
  readonly dataDirectory: string;
  readonly asRoot: boolean;
  /** Where the messages are when they are not below `<basedir>/share`; null: the server finds them. */
  readonly messagesDirectory: string | null;
}

export interface MysqldStart extends MysqldCommand {
  readonly socketPath: string;
  readonly pidFile: string;
  /** Null: no TCP. */
  readonly port: number | null;
  /** False on tmpfs: it has no asynchronous I/O (O_DIRECT), and InnoDB of 5.6 dies of that. */
  readonly nativeAio: boolean;
  /** Without `socket` and `port`. */
  readonly settings: readonly Setting[];
}

/** Settings that are not the user's to choose, and why. */
export const MYSQL_RESERVED: Readonly<Record<string, string>> = {
  datadir: "dbdyno makes a data directory for each variant and round",
  innodb_data_home_dir: "all data must stay inside the data directory, which is cloned",
  innodb_log_group_home_dir: "all data must stay inside the data directory, which is cloned",
  innodb_undo_directory: "all data must stay inside the data directory, which is cloned",
  basedir: "it comes from the variant's build",
  user: "the server runs as the user of dbdyno",
  pid_file: "it is in the private folder of the server's socket",
  log_error: "the log is kept with the run's raw files",
  bind_address: "servers listen on a private socket, with `listen: tcp` on 127.0.0.1",
  skip_networking: "`listen:` in the spec decides it",
  daemonize: "dbdyno must be the server's parent",
  initialize: "the data directory is made already",
  initialize_insecure: "the data directory is made already",
  bootstrap: "the data directory is made already",
};

/**
 * The argv that starts the server. Only what it needs to run is set; every other default is its own. The log goes to
 * stderr, which is the error log's file, so that words from before the log was open are in it too.
 */
export function mysqldArguments(start: MysqldStart): readonly string[] {
  return [
    ...commonArguments(start),
    `--socket=${start.socketPath}`,
    `--pid-file=${start.pidFile}`,
    ...(start.port === null ? ["--skip-networking"] : ["--bind-address=127.0.0.1", `--port=${start.port}`]),
    ...(start.nativeAio ? [] : ["--innodb_use_native_aio=0"]),
    ...versionArguments(start.version),
    // Last, because of two equal options the last one counts.
    ...start.settings.map(settingArgument),
  ];
}

/** The argv that makes a data directory, from 5.7 on. The root account has no password: nobody else reaches the socket. */
export function initialiseArguments(command: MysqldCommand): readonly string[] {
  return [...commonArguments(command), ...secureFileArguments(command.version), "--initialize-insecure"];
}

/** The argv of 5.6 and older that runs SQL from its standard input without grants, to make the system tables. */
export function bootstrapArguments(command: MysqldCommand): readonly string[] {
  return [...commonArguments(command), "--bootstrap", "--innodb_log_file_size=5M", "--skip-log-bin"];
}

function commonArguments(command: MysqldCommand): readonly string[] {
  return [
    command.binary,
    // First, as mysqld demands: no my.cnf of this machine counts.
    "--no-defaults",
    ...(command.asRoot ? ["--user=root"] : []),
    `--basedir=${command.basedir}`,
    `--datadir=${command.dataDirectory}`,
    ...(command.messagesDirectory === null ? [] : [`--lc-messages-dir=${command.messagesDirectory}`]),
  ];
}

function versionArguments(version: string): readonly string[] {
  // The X plugin's socket has one fixed path for all servers of the machine: the second one would complain.
  return [...secureFileArguments(version), ...(isAtLeast(version, "8.0") ? ["--loose-mysqlx=OFF"] : [])];
}

/** Distributions compile in a folder that need not be here; the server then refuses to start. NULL: no file import at all. */
function secureFileArguments(version: string): readonly string[] {
  return isAtLeast(version, "5.7") ? ["--secure-file-priv=NULL"] : [];
}

/** `skip_*` options that are switched on take no value in some versions; without one they are right in all. */
function settingArgument([name, value]: Setting): string {
  const isOn = /^(on|1|true|)$/i.test(value);
  return name.startsWith("skip_") && isOn ? `--${name}` : `--${name}=${value}`;
}
