/**
 * What load programs of others log in with, by their environment: a command line is in everybody's process list and in our
 * logs. Pure.
 */
import type { RunningServer, ServerTls } from "../../../model/server.ts";

/** All of it, also where there is no password: else the caller's own environment decides. */
export function loginEnvironment({ family, password, tls }: RunningServer): Readonly<Record<string, string>> {
  // libmariadb reads it where sysbench gives no password.
  if (family === "mysql") return { MYSQL_PWD: password ?? "" };
  return { PGPASSWORD: password ?? "", ...(tls === null ? { PGSSLMODE: "disable" } : tlsEnvironment(tls)) };
}

/** https://www.postgresql.org/docs/current/libpq-envars.html */
function tlsEnvironment({ caFile, clientCertificate }: ServerTls): Readonly<Record<string, string>> {
  return {
    PGSSLMODE: caFile === null ? "require" : "verify-ca",
    ...(caFile !== null && { PGSSLROOTCERT: caFile }),
    ...(clientCertificate !== null && {
      PGSSLCERT: clientCertificate.certificateFile,
      PGSSLKEY: clientCertificate.keyFile,
    }),
  };
}
