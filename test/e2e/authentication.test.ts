/** Logging in with every method that the servers and the client libraries share, and over TLS, for each driver. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cacheDirectory } from "../../src/measure/builds/cache.ts";
import { provideClientTool } from "../../src/measure/builds/client-tools.ts";
import { openConnection } from "../../src/measure/connect/open-connection.ts";
import type { DriverSession, LoadRequest } from "../../src/measure/drivers/driver.ts";
import { createNativeDriver } from "../../src/measure/drivers/native/native-driver.ts";
import { createPgbenchDriver } from "../../src/measure/drivers/pgbench/pgbench-driver.ts";
import { createSysbenchDriver } from "../../src/measure/drivers/sysbench/sysbench-driver.ts";
import { LabError } from "../../src/model/errors.ts";
import type { RunningServer, ServerTls } from "../../src/model/server.ts";
import type { WorkloadEntry } from "../../src/model/workload.ts";
import { createOs } from "../../src/os/node-os.ts";
import { findStep, findWorkload } from "../../src/workloads/workloads.ts";
import { type Authority, type Certificate, createAuthority } from "../support/certificates.ts";
import { type LoadedServer, startLoadedServer } from "../support/loaded-server.ts";
import { type MysqlTlsProxy, startMysqlTlsProxy } from "../support/mysql-tls-proxy.ts";
import { startPostgresTlsProxy } from "../support/postgres-tls-proxy.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ENTRY: WorkloadEntry = {
  name: "oltp",
  workload: "oltp",
  steps: [],
  tables: 1,
  rows: 500,
  storageEngine: null,
  prepared: true,
  keys: "uniform",
};
const CLIENTS = 3;
const OPERATIONS = 60;
/** With what a shell, a URL, a libpq string or an option file would stumble over. */
const PASSWORD = "geh eim#;'\"\\=@%ß";

const os = createOs();

function request(server: RunningServer, step: string, changes: Partial<LoadRequest> = {}): LoadRequest {
  return {
    server,
    entry: ENTRY,
    step: findStep(findWorkload("oltp"), step),
    clients: CLIENTS,
    seed: 5,
    settle: 0,
    length: { kind: "operations", operations: OPERATIONS },
    nextKeyFrom: 0,
    ...changes,
  };
}

/** A login and a load of each kind; what the server says of the session. */
async function checkLogin(session: DriverSession, server: RunningServer, query: string) {
  const connection = await openConnection(server);
  const [row] = await connection.query(query);
  await connection.close();
  const points = await session.run(request(server, "point-query"));
  expect(points).toMatchObject({ operations: OPERATIONS, statements: OPERATIONS, rows: OPERATIONS, errors: {} });
  const transactions = await session.run(request(server, "read-write"));
  expect(transactions).toMatchObject({ operations: OPERATIONS, reconnects: 0 });
  expect(transactions.statements).toBeGreaterThanOrEqual(20 * OPERATIONS);
  return { row, points };
}

/** How the control connection and the load say that they are not let in. */
async function refusals(session: DriverSession, server: RunningServer): Promise<readonly LabError[]> {
  const faults = [
    await openConnection(server).catch((fault: unknown) => fault),
    await session.run(request(server, "point-query")).catch((fault: unknown) => fault),
  ];
  return faults.map((fault) => {
    if (!(fault instanceof LabError)) throw new Error(`not refused in order: ${String(fault)}`);
    expect(`${fault.message} ${fault.hint} ${String(fault.cause)}`).not.toContain(PASSWORD);
    return fault;
  });
}

async function openProgram(name: "sysbench" | "pgbench", loaded: LoadedServer): Promise<DriverSession> {
  const tool = await provideClientTool(name, { os, cacheDirectory: cacheDirectory(process.env) });
  const driver = name === "sysbench" ? createSysbenchDriver(os, tool) : createPgbenchDriver(os, tool);
  return driver.open({ cpus: null, logFile: join(loaded.folder, `${name}.log`) });
}

async function checkProgram(name: "sysbench" | "pgbench", loaded: LoadedServer, server: RunningServer) {
  const program = await openProgram(name, loaded);
  const load = { length: { kind: "timed", seconds: 1 }, settle: 1 } as const;
  const result = await program.run(request(server, "point-query", load));
  expect(result.operations).toBeGreaterThan(10);
  expect(result.errors).toEqual({});
  const wrong = { ...server, password: "wrong" };
  const fault: unknown = await program.run(request(wrong, "point-query", load)).catch((reason: unknown) => reason);
  await program.close();
  const log = readFileSync(join(loaded.folder, `${name}.log`), "utf8");
  expect(log).toContain("$ ");
  expect(log).not.toContain(PASSWORD);
  return String(fault);
}

describe("MySQL 5.6.24", () => {
  let loaded: LoadedServer;
  let session: DriverSession;
  let proxy: MysqlTlsProxy;
  let authority: Authority;

  beforeAll(async () => {
    const config = { innodb_buffer_pool_size: "64M", innodb_log_file_size: "48M", performance_schema: "OFF" };
    loaded = await startLoadedServer(os, { family: "mysql", version: "5.6.24", config, entry: ENTRY });
    session = await createNativeDriver().open({ cpus: null, logFile: join(loaded.folder, "client.log") });
    authority = createAuthority(loaded.folder, "authority");
    const { address } = loaded.handle.server;
    if (address.kind !== "socket") throw new Error("the server listens on no socket");
    proxy = await startMysqlTlsProxy(address.path, authority.issue("server", "localhost"));
    await createMysqlUsers(loaded);
  }, 600_000);

  afterAll(async () => {
    await session?.close();
    await proxy?.close();
    await loaded?.stop();
  });

  function as(user: string, changes: Partial<RunningServer> = {}): RunningServer {
    return { ...loaded.handle.server, user, password: PASSWORD, ...changes };
  }

  function overTls(changes: Partial<RunningServer> = {}): RunningServer {
    const tls = { caFile: authority.certificateFile, clientCertificate: null };
    return as("native", { address: { kind: "socket", path: proxy.path }, tls, ...changes });
  }

  const CURRENT_USER = "SELECT current_user() AS user";

  it("lets in by mysql_native_password", async () => {
    const { row } = await checkLogin(session, as("native"), CURRENT_USER);
    expect(row?.user).toBe("native@localhost");
  });

  it("refuses a wrong password, and the error says what to check", async () => {
    for (const fault of await refusals(session, as("native", { password: "wrong" }))) {
      expect(fault.message).toContain("Access denied for user 'native'@'localhost'");
      expect(fault.hint).toContain("check user and password");
    }
  });

  it("refuses sha256_password without TLS, and the error says that this may be why", async () => {
    for (const fault of await refusals(session, as("sha256"))) expect(fault.hint).toContain("sha256_password");
  });

  it("wants mysql_old_password for an old account, and the error says that the library has none", async () => {
    for (const fault of await refusals(session, as("old"))) {
      expect(fault.message).toContain("the authentication plugin mysql_old_password, which");
      expect(fault.hint).toContain("mysql_native_password");
    }
  });

  it("has no TLS, and the error says so when it is asked for", async () => {
    const tls = { caFile: null, clientCertificate: null };
    for (const fault of await refusals(session, as("native", { tls }))) {
      expect(fault.message).toContain("the server does not offer it");
      expect(fault.hint).toContain("ssl_cert");
    }
  });

  it("offers a TLS that is too old for Node when it has certificates, and the error says so", async () => {
    const { certificateFile, keyFile } = authority.issue("yassl", "localhost");
    const files = { ssl_ca: authority.certificateFile, ssl_cert: certificateFile, ssl_key: keyFile };
    const config = { innodb_buffer_pool_size: "32M", performance_schema: "OFF", ...files };
    const own = await startLoadedServer(os, {
      family: "mysql",
      version: "5.6.24",
      config,
      entry: { ...ENTRY, rows: 10 },
    });
    try {
      const tls = { caFile: authority.certificateFile, clientCertificate: null };
      for (const fault of await refusals(session, { ...own.handle.server, tls })) {
        expect(fault.message).toContain("a TLS that is too old");
      }
    } finally {
      await own.stop();
    }
  });

  it("is loaded over TLS as in the clear, byte for byte inside of it", async () => {
    const before = proxy.secured();
    const { row, points } = await checkLogin(session, overTls(), CURRENT_USER);
    expect(row?.user).toBe("native@localhost");
    expect(proxy.secured() - before).toBe(1 + 2 * CLIENTS);
    const clear = await session.run(request(as("native"), "point-query"));
    expect([points.bytesSent, points.bytesReceived]).toEqual([clear.bytesSent, clear.bytesReceived]);
  });

  it("is not loaded over TLS by a server that another authority vouches for", async () => {
    const other = createAuthority(await temporaryFolder(), "other");
    const tls = { caFile: other.certificateFile, clientCertificate: null };
    for (const fault of await refusals(session, overTls({ tls }))) expect(fault.hint).toContain("authority");
  });

  it("is connected to anew over TLS when it kills the sessions", async () => {
    const kill = async (): Promise<void> => {
      const query = "SELECT id FROM information_schema.processlist WHERE user = 'native'";
      for (const { id } of await loaded.connection.query(query)) await loaded.connection.query(`KILL ${id}`);
    };
    await checkReconnection(session, overTls(), kill);
  });

  it("is loaded by sysbench with a password that no log or process list shows", async () => {
    expect(await checkProgram("sysbench", loaded, as("native"))).toContain("Access denied");
  });

  it("is not loaded by sysbench over TLS, which it may leave out without a word", async () => {
    const program = await openProgram("sysbench", loaded);
    const fault: unknown = await program.run(request(overTls(), "point-query")).catch((reason: unknown) => reason);
    expect(fault).toMatchObject({ code: "plan-impossible", message: expect.stringContaining("TLS") });
  });
});

async function createMysqlUsers({ connection }: LoadedServer): Promise<void> {
  // Of SET PASSWORD: 0 native, 1 as before 4.1, 2 SHA-256.
  const accounts = [
    ["native", "mysql_native_password", 0],
    ["old", "mysql_old_password", 1],
    ["sha256", "sha256_password", 2],
  ] as const;
  for (const [user, plugin, kind] of accounts) {
    await connection.query(`CREATE USER ${user}@localhost IDENTIFIED WITH ${plugin}`);
    await connection.query(`SET old_passwords = ${kind}`);
    await connection.query(`SET PASSWORD FOR ${user}@localhost = PASSWORD(?)`, [PASSWORD]);
    await connection.query(`GRANT ALL ON sbtest.* TO ${user}@localhost`);
  }
}

/** A timed load in whose middle all its sessions are killed goes on with new ones. */
async function checkReconnection(session: DriverSession, server: RunningServer, kill: () => Promise<void>) {
  const onEdge = (edge: string): void => {
    if (edge === "begin") setTimeout(() => void kill(), 500);
  };
  const length = { kind: "timed", seconds: 3 } as const;
  const result = await session.run(request(server, "point-query", { length, onEdge }));
  expect(result.reconnects).toBe(CLIENTS);
  expect(result.perSecond.at(-1)?.operations).toBeGreaterThan(0);
}

/** In the data directory. */
const CERTIFICATE = { ssl_cert_file: "server.pem", ssl_key_file: "server.key" };

/** Roles of the same names; over TLS alone where `hostssl` says so. */
const HBA = `
local   all postgres        trust
host    all postgres        127.0.0.1/32 trust
host    all by_password     127.0.0.1/32 password
host    all by_md5          127.0.0.1/32 md5
host    all by_scram        127.0.0.1/32 scram-sha-256
hostssl all over_tls        127.0.0.1/32 scram-sha-256
hostssl all by_certificate  127.0.0.1/32 cert
`;

describe("PostgreSQL 18", () => {
  let loaded: LoadedServer;
  let session: DriverSession;
  let authority: Authority;
  let client: Certificate;

  beforeAll(async () => {
    loaded = await startLoadedServer(os, {
      family: "postgres",
      version: "18",
      listen: "tcp",
      config: { shared_buffers: "64MB", ssl: "on", ssl_ca_file: "authority.pem", ...CERTIFICATE },
      entry: ENTRY,
      beforeStart: (folder) => {
        authority = createAuthority(folder, "authority");
        authority.issue("server", "localhost");
        client = authority.issue("client", "by_certificate");
        writeFileSync(join(folder, "pg_hba.conf"), HBA);
      },
    });
    session = await createNativeDriver().open({ cpus: null, logFile: join(loaded.folder, "client.log") });
    await createPostgresRoles(loaded);
  }, 600_000);

  afterAll(async () => {
    await session?.close();
    await loaded?.stop();
  });

  function as(user: string, changes: Partial<RunningServer> = {}): RunningServer {
    return { ...loaded.handle.server, user, password: PASSWORD, ...changes };
  }

  function verified(): ServerTls {
    return { caFile: authority.certificateFile, clientCertificate: null };
  }

  const SESSION = "SELECT current_user::text AS user, ssl::text, version FROM pg_stat_ssl WHERE pid = pg_backend_pid()";

  it.each(["by_password", "by_md5", "by_scram"])("lets in %s in the clear", async (user) => {
    const { row } = await checkLogin(session, as(user), SESSION);
    expect(row).toMatchObject({ user, ssl: "false" });
  });

  it("lets in over TLS, with its certificate verified or taken as it is, and the load is the same byte for byte", async () => {
    const clear = await session.run(request(as("by_scram"), "point-query"));
    for (const tls of [verified(), { ...verified(), caFile: null }]) {
      const { row, points } = await checkLogin(session, as("over_tls", { tls }), SESSION);
      expect(row).toMatchObject({ user: "over_tls", ssl: "true", version: "TLSv1.3" });
      expect([points.bytesSent, points.bytesReceived]).toEqual([clear.bytesSent, clear.bytesReceived]);
    }
  });

  it("lets in nobody who stands between and reads along: SCRAM is bound to the certificate that the client sees", async () => {
    const { address } = loaded.handle.server;
    if (address.kind !== "tcp") throw new Error("the server listens on a socket only");
    const proxy = await startPostgresTlsProxy(address.port, authority.issue("between", "localhost"));
    const through = { address: { ...address, port: proxy.port }, tls: verified() };
    try {
      // Without binding he gets in.
      await checkLogin(session, as("by_password", through), SESSION);
      for (const fault of await refusals(session, as("over_tls", through))) {
        expect(fault.message).toContain("SCRAM channel binding check failed");
        expect(fault.hint).toContain("not that of a proxy");
      }
    } finally {
      await proxy.close();
    }
  });

  it("lets in by a client certificate", async () => {
    const tls = { ...verified(), clientCertificate: client };
    const { row } = await checkLogin(session, as("by_certificate", { tls, password: null }), SESSION);
    expect(row).toMatchObject({ user: "by_certificate", ssl: "true" });
  });

  it("refuses a wrong password and none at all, and the error says what to check", async () => {
    for (const user of ["by_password", "by_md5", "by_scram"]) {
      for (const fault of await refusals(session, as(user, { password: "wrong" }))) {
        expect(fault.message).toContain(`password authentication failed for user "${user}"`);
        expect(fault.hint).toContain("check user and password");
      }
    }
    for (const fault of await refusals(session, as("by_scram", { password: null }))) {
      expect(fault.hint).toBe("give the user's password");
    }
  });

  it("is not logged in to when another authority vouches for it, or the file of the authority is not there", async () => {
    const other = createAuthority(await temporaryFolder(), "other");
    const tls = { ...verified(), caFile: other.certificateFile };
    for (const fault of await refusals(session, as("over_tls", { tls }))) expect(fault.hint).toContain("authority");
    const missing = { ...verified(), caFile: "/nowhere/ca.pem" };
    for (const fault of await refusals(session, as("over_tls", { tls: missing }))) {
      expect(fault).toMatchObject({ code: "file-failed", where: "/nowhere/ca.pem" });
    }
  });

  it("refuses in the clear who must come over TLS, and the error says so", async () => {
    for (const fault of await refusals(session, as("over_tls"))) {
      expect(fault.message).toContain("the server lets nobody in without TLS");
      expect(fault.hint).toContain("log in with TLS");
    }
  });

  it("has no TLS on its socket, and the error says so when it is asked for", async () => {
    const [row] = await loaded.connection.query("SELECT current_setting('unix_socket_directories') AS folder");
    const { address } = loaded.handle.server;
    const path = `${row?.folder}/.s.PGSQL.${address.kind === "tcp" ? address.port : ""}`;
    for (const fault of await refusals(
      session,
      as("postgres", { address: { kind: "socket", path }, tls: verified() }),
    )) {
      expect(fault.message).toContain("the server does not offer it");
      expect(fault.hint).toContain("on TCP only");
    }
  });

  it("is connected to anew over TLS when it ends the sessions", async () => {
    const kill = (): Promise<unknown> =>
      loaded.connection.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'over_tls'");
    await checkReconnection(session, as("over_tls", { tls: verified() }), async () => void (await kill()));
  });

  it.each(["sysbench", "pgbench"] as const)(
    "is loaded by %s over TLS with a password that no log shows",
    async (name) => {
      expect(await checkProgram(name, loaded, as("over_tls", { tls: verified() }))).toContain("authentication failed");
    },
  );
});

async function createPostgresRoles({ connection }: LoadedServer): Promise<void> {
  const literal = PASSWORD.replaceAll("'", "''");
  for (const role of ["by_password", "by_md5", "by_scram", "over_tls", "by_certificate"]) {
    await connection.query(`SET password_encryption = '${role === "by_md5" ? "md5" : "scram-sha-256"}'`);
    await connection.query(`CREATE ROLE ${role} LOGIN PASSWORD '${literal}'`);
    await connection.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
  }
}
