/** What mysqld 5.6 to 9 write into their error log when they do not start. The most telling rows come first. Pure. */
import type { StartFailure } from "../start-failure.ts";

export const MYSQL_START_FAILURES: readonly StartFailure[] = [
  {
    pattern: /Error while setting value '([^']*)' to '([^']*)'/,
    cause: "`$1` is not a value of the setting $2",
    hint: "correct $2 in the variant's config",
  },
  {
    pattern: /unknown (?:variable|option) '(?:--)?([^'=]+)(?:=[^']*)?'/,
    cause: "this version has no setting $1",
    hint: "take $1 out of the variant's config or correct it; write loose_$1 where only some of the versions have it",
  },
  {
    pattern: /ambiguous option '(?:--)?([^'=]+)/,
    cause: "$1 is the beginning of several settings",
    hint: "write the whole name of the setting",
  },
  {
    pattern: /option '(?:--)?([^']+)' (?:cannot take an argument|requires an argument)/,
    cause: "$1 is not given as it must be",
    hint: "look at how this version takes $1: mysqld --no-defaults --verbose --help",
  },
  {
    pattern: /Unrecognized value (\S+) for (\S+)/,
    cause: "`$1` is not a value of the setting $2",
    hint: "correct $2 in the variant's config",
  },
  {
    // InnoDB tries for 100 s before it gives up.
    pattern: /Unable to lock \S+,? error: 11|Check that you do not already have another mysqld process/,
    cause: "another server uses the same data directory",
    hint: "end the other server, or give another lab folder with --lab DIR",
    retries: true,
  },
  {
    pattern:
      /Can't start server ?: Bind on TCP\/IP port|Do you already have another mysqld server running on port: (\d+)/,
    cause: "another process listens on its port",
    hint: "leave `port` out of the variant's config, so that a free one is taken, or see who it is: ss -ltnp",
    code: "port-in-use",
  },
  {
    pattern: /another mysqld server running on socket: (\S+)|Another process with pid \d+ is using unix socket file/,
    cause: "its socket cannot be made $1",
    hint: "leave `socket` out of the variant's config, so that a private one is made",
    code: "socket-in-use",
  },
  {
    pattern: /socket file path is too long|UNIX socket path is too long/i,
    cause: "the path of its socket is longer than 107 bytes",
    hint: "leave `socket` out of the variant's config, so that a short private one is made",
  },
  {
    pattern: /innodb[-_]page[-_]size mismatch|data file .* uses page size/i,
    cause: "innodb_page_size differs from that of the data directory",
    hint: "innodb_page_size can only be chosen when a data directory is made: take it out of the variant's config",
  },
  {
    pattern: /Combined size of log files must be < (\d+ GB)/,
    cause: "the redo log may not be larger than $1",
    hint: "make innodb_log_file_size or innodb_log_files_in_group smaller",
  },
  {
    pattern: /mmap\(\d+ bytes\) failed|Cannot allocate memory for the buffer pool/,
    cause: "there is not enough memory for the buffer pool",
    hint: "make innodb_buffer_pool_size smaller; free -m says what there is",
  },
  {
    pattern: /io_setup\(\) failed|Warning: io_setup|Linux Native AIO .*not supported/i,
    cause: "the kernel has no room for another asynchronous I/O context, or the file system cannot do it",
    hint: "raise it (sysctl -w fs.aio-max-nr=1048576), or set innodb_use_native_aio: OFF for every variant",
  },
  {
    pattern:
      /Can't open and lock privilege tables|Table 'mysql\.\w+' doesn't exist|Unsupported redo log format|Cannot upgrade server|Invalid MySQL server downgrade|data dictionary .*(?:version|upgrade)/i,
    cause: "the data directory was made by a version that this one cannot take over",
    hint: "remove the template of this data (rm -r lab/templates/NAME), so that it is made again by this build",
  },
  {
    pattern: /Can't find error-message file|Can't find messagefile '([^']+)'/,
    cause: "the build lacks its message files: it is not whole",
    hint: "use a complete basedir: bin/ and share/ belong together",
  },
  {
    pattern: /Unknown\/unsupported storage engine: (?!InnoDB)(\S+)/,
    cause: "this build has no storage engine $1",
    hint: "correct default_storage_engine in the variant's config",
  },
  {
    pattern: /Please read "Security" section of the manual to find out how to run mysqld as root/,
    cause: "mysqld was started as root without its --user option",
    hint: "please report this: dbdyno passes --user=root to mysqld when it runs as root",
  },
  {
    pattern: /InnoDB: Database page corruption|InnoDB: Assertion failure/,
    cause: "InnoDB found its files damaged, or stopped at an assertion",
    hint: "remove the template of this data (rm -r lab/templates/NAME), so that it is made again",
  },
];
