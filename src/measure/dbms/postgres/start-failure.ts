/** What postgres 10 to 18 write into their log when they do not start. The most telling rows come first. Pure. */
import type { StartFailure } from "../start-failure.ts";

export const POSTGRES_START_FAILURES: readonly StartFailure[] = [
  {
    pattern: /unrecognized configuration parameter "([^"]+)"/,
    cause: "this version has no setting $1",
    hint: "take $1 out of the variant's config, or correct it",
  },
  {
    pattern: /invalid value for parameter "([^"]+)": "([^"]*)"/,
    cause: "`$2` is not a value of the setting $1",
    hint: "correct $1 in the variant's config; units are kB, MB, GB and ms, s, min",
  },
  {
    pattern: /parameter "([^"]+)" (requires|cannot)/,
    cause: "the setting $1 is not given as it must be",
    hint: "correct $1 in the variant's config",
  },
  {
    pattern: /(\S+ is outside the valid range) for parameter "([^"]+)" \(([^)]+)\)/,
    cause: "$1 of the setting $2",
    hint: "give $2 a value in $3",
  },
  {
    pattern: /lock file "(\S+\.s\.PGSQL\.\d+)\.lock" already exists|lock file "(\/\S+\.lock)" already exists/,
    cause: "another server uses its socket $1",
    hint: "leave `unix_socket_directories` out of the variant's config, so that a private folder is made",
    code: "socket-in-use",
  },
  {
    pattern: /lock file "postmaster\.pid" already exists|pre-existing shared memory block/,
    cause: "another server uses the same data directory",
    hint: "end the other server, or give another lab folder with --lab DIR",
  },
  {
    pattern: /could not create lock file "([^"]+)": (.+)/,
    cause: "its socket cannot be made: $2",
    hint: "leave `unix_socket_directories` out of the variant's config, so that a private folder is made",
  },
  {
    pattern: /Unix-domain socket path "([^"]+)" is too long/,
    cause: "the path of its socket is longer than 107 bytes",
    hint: "leave `unix_socket_directories` out of the variant's config, so that a short private folder is made",
  },
  {
    pattern: /could not (?:bind|create any TCP\/IP sockets)/,
    cause: "its port cannot be taken",
    hint: "leave `port` out of the variant's config, so that a free one is taken, or see who it is: ss -ltnp",
    code: "port-in-use",
  },
  {
    pattern: /database files are incompatible with server|was initialized by PostgreSQL version (\S+),/,
    cause: "the data directory was made by another major version, or with other compile-time sizes",
    hint: "remove the template of this data (rm -r lab/templates/NAME), so that it is made again by this build",
  },
  {
    pattern:
      /could not map anonymous shared memory|could not create shared memory segment|could not resize shared memory/,
    cause: "there is not enough memory, or shared memory, for shared_buffers and the connections",
    hint: "make shared_buffers or max_connections smaller; free -m says what there is",
  },
  {
    pattern: /could not create semaphores/,
    cause: "the kernel allows no more semaphores",
    hint: "make max_connections smaller, or raise kernel.sem with sysctl",
  },
  {
    pattern: /could not access file "([^"]+)": No such file|could not load library "([^"]+)"/,
    cause: "the library $1$2 of shared_preload_libraries is not part of this build",
    hint: "correct shared_preload_libraries in the variant's config",
  },
  {
    pattern: /"root" execution of the PostgreSQL server is not permitted|cannot be run as root/,
    cause: "PostgreSQL refuses to run as root",
    hint: "run dbdyno as an ordinary user",
  },
  {
    pattern: /data directory "([^"]+)" has (?:invalid permissions|wrong ownership)/,
    cause: "the data directory is not this user's own, or is open to others",
    hint: "give a lab folder that this user made, with --lab DIR",
  },
  {
    pattern: /could not access directory "([^"]+)": Permission denied/,
    cause: "a folder above $1 is closed to the server; as root it reaches only folders that are root's own",
    hint: "namei -l $1 shows which; give a lab folder that this user owns with --lab DIR",
    code: "permission-denied",
  },
  {
    pattern: /could not locate a valid checkpoint record|invalid checkpoint record|PANIC:/,
    cause: "the write-ahead log of the data directory is damaged",
    hint: "remove the template of this data (rm -r lab/templates/NAME), so that it is made again",
  },
];
