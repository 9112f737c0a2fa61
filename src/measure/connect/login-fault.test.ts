import { describe, expect, it } from "vitest";
import { loginFault } from "./login-fault.ts";

/** Words of mysql2 3.24, pg 8.23, Node 24 and the servers. */
const TURNED_AWAY = [
  ["ER_ACCESS_DENIED_ERROR", "Access denied for user 'u'@'localhost' (using password: YES)", /password/],
  ["28P01", 'password authentication failed for user "u"', /password/],
  ["28000", 'no pg_hba.conf entry for host "127.0.0.1", user "u", database "d"', /pg_hba/],
  ["28000", 'no pg_hba.conf entry for host "127.0.0.1", user "u", database "d", no encryption', /log in with TLS/],
  ["28000", 'no pg_hba.conf entry for host "127.0.0.1", user "u", database "d", SSL off', /log in with TLS/],
  ["ER_SECURE_TRANSPORT_REQUIRED", "Connections using insecure transport are prohibited", /require_secure_transport/],
  ["HANDSHAKE_NO_SSL_SUPPORT", "Server does not support secure connection", /without TLS/],
  [null, "The server does not support SSL connections", /without TLS/],
  ["HANDSHAKE_SSL_ERROR", "error:0A00010B:SSL routines:tls_validate_record_header:wrong version number", /OpenSSL/],
  ["HANDSHAKE_SSL_ERROR", "self-signed certificate in certificate chain", /authority/],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "unable to verify the first certificate", /authority/],
  [null, "SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a non-empty string", /give the user's password/],
  ["MYSQL_CLEAR_PASSWORD_NOT_ENABLED", "Server requested authentication using mysql_clear_password", /socket/],
] as const;

describe("a login that fails", () => {
  it.each(TURNED_AWAY)("with %s %s has a remedy", (code, message, remedy) => {
    expect(loginFault(code, message)?.hint).toMatch(remedy);
  });

  it.each([
    ["57P03", "the database system is starting up"],
    ["53300", "sorry, too many clients already"],
    ["ER_CON_COUNT_ERROR", "Too many connections"],
    ["ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:28000"],
    ["3D000", 'database "sbtest" does not exist'],
  ])("is no matter of the login with %s: waiting may help", (code, message) => {
    expect(loginFault(code, message)).toBeNull();
  });
});
