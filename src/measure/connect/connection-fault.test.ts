import { describe, expect, it } from "vitest";
import { LabError } from "../../model/errors.ts";
import type { RunningServer } from "../../model/server.ts";
import { codeOf, connectionFault, loginFaultOf } from "./connection-fault.ts";

const SERVER: RunningServer = {
  variant: "on",
  family: "mysql",
  build: {
    reference: { kind: "basedir", path: "/opt/mysql" },
    family: "mysql",
    version: "5.6.24",
    versionLine: "mysqld  Ver 5.6.24",
    basedir: "/opt/mysql",
    binary: "/opt/mysql/bin/mysqld",
    libraryPath: null,
    digest: "00",
    origin: "basedir",
    resolvedAt: "2026-01-01T00:00:00.000Z",
  },
  pid: 7,
  address: { kind: "socket", path: "/tmp/dbdyno-1/mysql.sock" },
  user: "root",
  password: null,
  tls: null,
  database: "sbtest",
  dataDirectory: "/lab/data",
  errorLog: "/lab/error.log",
  cgroup: null,
  commandLine: [],
};

describe("a connection that does not come about", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED /tmp/dbdyno-1/mysql.sock"), { code: "ECONNREFUSED" });

  it("is told with variant, address and reason, and where to look", () => {
    const fault = connectionFault(SERVER, refused);
    expect(fault.code).toBe("server-died");
    expect(fault.message).toBe(
      "no connection to on at /tmp/dbdyno-1/mysql.sock: connect ECONNREFUSED /tmp/dbdyno-1/mysql.sock",
    );
    expect(fault.hint).toContain("/lab/error.log");
    expect(fault.where).toBe("/tmp/dbdyno-1/mysql.sock");
  });

  it("names host and port of a TCP address, and the code where the message lacks it", () => {
    const server: RunningServer = { ...SERVER, address: { kind: "tcp", host: "127.0.0.1", port: 21000 } };
    const fault = connectionFault(server, Object.assign(new Error("starting up"), { code: "57P03" }));
    expect(fault.message).toBe("no connection to on at 127.0.0.1:21000: starting up (57P03)");
  });

  it("is told with what helps where the server turns us away", () => {
    const turned = Object.assign(new Error("Access denied for user 'u'@'localhost'"), {
      code: "ER_ACCESS_DENIED_ERROR",
    });
    expect(connectionFault(SERVER, turned).hint).toContain("check user and password");
    const old = Object.assign(
      new Error("Server requests authentication using unknown plugin mysql_old_password. See"),
      {
        code: "AUTH_SWITCH_PLUGIN_ERROR",
      },
    );
    expect(connectionFault(SERVER, old).message).toBe(
      "no connection to on at /tmp/dbdyno-1/mysql.sock: the account wants the authentication plugin mysql_old_password, " +
        "which the client library mysql2 does not have",
    );
    expect(loginFaultOf(connectionFault(SERVER, old))).toEqual(loginFaultOf(old));
    expect(loginFaultOf(refused)).toBeNull();
  });

  it("keeps the library's code behind it", () => {
    expect(codeOf(connectionFault(SERVER, refused))).toBe("ECONNREFUSED");
    expect(codeOf(new LabError({ code: "bug", message: "", hint: "" }))).toBeNull();
    expect(codeOf("text")).toBeNull();
  });
});
