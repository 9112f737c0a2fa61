import { describe, expect, it } from "vitest";
import { MYSQL_START_FAILURES } from "./mysql/start-failure.ts";
import { POSTGRES_START_FAILURES } from "./postgres/start-failure.ts";
import { failureTable, initialiseFailed, likelyFailure, type StartFailure, startFailed } from "./start-failure.ts";

/** Lines that MySQL 5.6.24 and PostgreSQL 17.10 wrote here, each for the fault it is beside; others follow their sources. */
const MYSQL_LOGS: readonly (readonly [line: string, cause: string])[] = [
  ["5 [ERROR] /b/bin/mysqld: unknown variable 'nosuch=1'", "this version has no setting nosuch"],
  ["5 [ERROR] /b/bin/mysqld: unknown option '--nosuch'", "this version has no setting nosuch"],
  [
    "5 [ERROR] mysqld: Error while setting value '12X' to 'innodb-buffer-pool-size'",
    "`12X` is not a value of the setting innodb-buffer-pool-size",
  ],
  [
    "5 [ERROR] InnoDB: Unrecognized value foo for innodb_flush_method",
    "`foo` is not a value of the setting innodb_flush_method",
  ],
  ["InnoDB: mmap(123627110400 bytes) failed; errno 12", "there is not enough memory for the buffer pool"],
  ["5 [ERROR] InnoDB: Unable to lock ./ibdata1, error: 11", "another server uses the same data directory"],
  [
    "5 [ERROR] Do you already have another mysqld server running on port: 3306 ?",
    "another process listens on its port",
  ],
  ["5 [ERROR] Do you already have another mysqld server running on socket: /x/a ?", "its socket cannot be made /x/a"],
  [
    "5 [ERROR] InnoDB: innodb-page-size mismatch in data file ./ibdata1",
    "innodb_page_size differs from that of the data directory",
  ],
  [
    "5 [ERROR] Fatal error: Can't open and lock privilege tables: Table 'mysql.user' doesn't exist",
    "the data directory was made by a version that this one cannot take over",
  ],
  ["5 [ERROR] Unknown/unsupported storage engine: foo", "this build has no storage engine foo"],
  [
    "mysqld: error while loading shared libraries: libaio.so.1: cannot open shared object file",
    "the shared library libaio.so.1 is not on this machine",
  ],
  ["5 [ERROR] InnoDB: Write to file ./ib_logfile101 failed: No space left on device", "the disk is full"],
  ["5 [Warning] Disk is full writing './a.MYI' (Errcode: 28). Waiting for someone to free space", "the disk is full"],
  [
    "./mysqld: Can't change dir to '/x/' (Errcode: 13 - Permission denied)",
    "this user may not read or write something that it needs",
  ],
];
const POSTGRES_LOGS: readonly (readonly [line: string, cause: string])[] = [
  ['FATAL:  unrecognized configuration parameter "nosuch"', "this version has no setting nosuch"],
  ['FATAL:  invalid value for parameter "work_mem": "abc"', "`abc` is not a value of the setting work_mem"],
  [
    'FATAL:  -3 is outside the valid range for parameter "max_connections" (1 .. 262143)',
    "-3 is outside the valid range of the setting max_connections",
  ],
  [
    "FATAL:  could not map anonymous shared memory: Cannot allocate memory",
    "there is not enough memory, or shared memory, for shared_buffers and the connections",
  ],
  ['FATAL:  lock file "postmaster.pid" already exists', "another server uses the same data directory"],
  ['FATAL:  lock file "/s/.s.PGSQL.5432.lock" already exists', "another server uses its socket /s/.s.PGSQL.5432"],
  [
    'FATAL:  could not create lock file "/x/.s.PGSQL.5432.lock": No such file or directory',
    "its socket cannot be made: No such file or directory",
  ],
  [
    "FATAL:  database files are incompatible with server",
    "the data directory was made by another major version, or with other compile-time sizes",
  ],
  [
    'FATAL:  could not access file "foo": No such file or directory',
    "the library foo of shared_preload_libraries is not part of this build",
  ],
  ['LOG:  could not bind IPv4 address "127.0.0.1": Address already in use', "its port cannot be taken"],
  ['"root" execution of the PostgreSQL server is not permitted.', "PostgreSQL refuses to run as root"],
  [
    'postgres: could not access directory "/l/d": Permission denied',
    "a folder above /l/d is closed to the server; as root it reaches only folders that are root's own",
  ],
  ['FATAL:  could not write to file "pg_wal/x": No space left on device', "the disk is full"],
  ['PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device', "the disk is full"],
  ["HINT:  Check free disk space.", "the disk is full"],
  ['FATAL:  could not create lock file "postmaster.pid": No space left on device', "the disk is full"],
  [
    'FATAL:  could not resize shared memory segment "/PostgreSQL.1" to 2 bytes: No space left on device',
    "there is not enough memory, or shared memory, for shared_buffers and the connections",
  ],
];

const TABLES: readonly (readonly [string, readonly StartFailure[], typeof MYSQL_LOGS])[] = [
  ["mysqld", MYSQL_START_FAILURES, MYSQL_LOGS],
  ["postgres", POSTGRES_START_FAILURES, POSTGRES_LOGS],
];

for (const [server, table, logs] of TABLES) {
  describe(`the log of a ${server} that did not start`, () => {
    for (const [line, cause] of logs) {
      it(`means "${cause}" where it says ${line.slice(0, 70)}`, () => {
        const likely = likelyFailure(failureTable(table), ["2026-11-30 17:04:11 starting", line, "Aborting"]);
        expect(likely?.cause).toBe(cause);
        expect(likely?.hint).not.toMatch(/\$\d/);
      });
    }

    it("means nothing where it says nothing of the kind", () => {
      expect(likelyFailure(failureTable(table), ["ready for connections.", "Shutdown complete"])).toBeNull();
    });
  });
}

describe("the error of a start that failed", () => {
  const failed = (log: string, table: readonly StartFailure[] = MYSQL_START_FAILURES, hint: string | null = null) =>
    startFailed({
      variant: "on",
      what: "it ended with exit code 1",
      log,
      errorLog: "/lab/error.log",
      dataDirectory: "/lab/data/r/on",
      table,
      hint,
    });

  it("has what happened, the likely cause, the last lines of the log, the remedy and the log's path", () => {
    const fault = failed("starting\n\n[ERROR] unknown variable 'nosuch=1'\n[ERROR] Aborting\n");
    expect(fault.code).toBe("server-did-not-start");
    expect(fault.message).toBe(
      "the server of variant on did not start: it ended with exit code 1; likely cause: this version has no setting nosuch\n" +
        "the last lines of its log:\n  starting\n  [ERROR] unknown variable 'nosuch=1'\n  [ERROR] Aborting",
    );
    expect(fault.hint).toContain("take nosuch out of the variant's config");
    expect(fault.where).toBe("/lab/error.log");
  });

  it("has the remedy that is known without the log, and seeks no cause in it", () => {
    const fault = failed("[ERROR] unknown variable 'nosuch=1'\n", MYSQL_START_FAILURES, "log in with TLS");
    expect(fault.message).not.toContain("likely cause");
    expect(fault.hint).toBe("log in with TLS");
  });

  it("shows the line that tells the cause also when many notes follow it", () => {
    const notes = Array.from({ length: 30 }, (_, index) => `[Note] ${index}`);
    const { message } = failed(["[ERROR] unknown variable 'nosuch=1'", ...notes].join("\n"));
    expect(message.split("\n").slice(2, 5)).toEqual(["  [ERROR] unknown variable 'nosuch=1'", "  ...", "  [Note] 20"]);
    expect(message.split("\n")).toHaveLength(14);
  });

  it("says that the log is empty, and where it is, when nothing is known", () => {
    const fault = failed("");
    expect(fault.message).toContain("its log is empty");
    expect(fault.hint).toBe("read the whole log: less /lab/error.log");
  });

  it("has the code of a full disk or a taken port where that is the cause", () => {
    expect(failed("error: No space left on device")).toMatchObject({
      code: "disk-full",
      hint: expect.stringContaining("df -h /lab/data/r"),
    });
    expect(failed("Can't start server: Bind on TCP/IP port: Address already in use").code).toBe("port-in-use");
    expect(failed("could not bind: Address already in use", POSTGRES_START_FAILURES).code).toBe("port-in-use");
  });
});

describe("the error of a data directory that could not be made", () => {
  const argv = ["/b/bin/initdb", "-D", "/lab/templates/k/data"];
  const failed = (output: string) =>
    initialiseFailed({
      program: "/b/bin/initdb",
      argv,
      exitCode: 1,
      output,
      dataDirectory: "/lab/templates/k/data",
      table: POSTGRES_START_FAILURES,
    });

  it("is disk-full where the program says so, with a folder that can be looked at and another lab as remedy", () => {
    const words = 'creating directory ... ok\ninitdb: error: could not create directory "x": No space left on device';
    expect(failed(words)).toMatchObject({
      code: "disk-full",
      message: expect.stringMatching(/templates\/k\/data .*the disk is full; its last words:\n.*\n {2}initdb: error/),
      hint: "free space in /lab/templates/k (`df -h /lab/templates/k`), or put the lab elsewhere with --lab DIR",
    });
  });

  it("has the command to try by hand where nothing is known", () => {
    expect(failed("hm")).toMatchObject({ code: "server-did-not-start", hint: `run it by hand: ${argv.join(" ")}` });
  });
});
