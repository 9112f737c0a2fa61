import { describe, expect, it } from "vitest";
import { fakeServer } from "../../probes/fake-server.ts";
import { loginEnvironment } from "./login-environment.ts";

describe("the environment of a load program", () => {
  it("says that there is no password and no TLS, so that the caller's own does not decide", () => {
    expect(loginEnvironment(fakeServer({ family: "mysql" }))).toEqual({ MYSQL_PWD: "" });
    expect(loginEnvironment(fakeServer())).toEqual({ PGPASSWORD: "", PGSSLMODE: "disable" });
  });

  it("has password, authority and client certificate", () => {
    const clientCertificate = { certificateFile: "/c.pem", keyFile: "/c.key" };
    const server = fakeServer({ password: "geheim", tls: { caFile: "/ca.pem", clientCertificate } });
    expect(loginEnvironment(server)).toEqual({
      PGPASSWORD: "geheim",
      PGSSLMODE: "verify-ca",
      PGSSLROOTCERT: "/ca.pem",
      PGSSLCERT: "/c.pem",
      PGSSLKEY: "/c.key",
    });
    expect(loginEnvironment({ ...server, tls: { caFile: null, clientCertificate: null } }).PGSSLMODE).toBe("require");
  });
});
