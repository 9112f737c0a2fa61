/** What Node's TLS is told, as both libraries hand it on. */
import { readFileSync } from "node:fs";
import { LabError } from "../../model/errors.ts";
import type { ServerTls } from "../../model/server.ts";

export interface TlsOptions {
  readonly rejectUnauthorized: boolean;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** A new object each time: pg changes the one that it is given. Throws `file-failed` with the file that cannot be read. */
export function tlsOptions({ caFile, clientCertificate }: ServerTls): TlsOptions {
  return {
    rejectUnauthorized: caFile !== null,
    ...(caFile !== null && { ca: readPem("certificate authority", caFile) }),
    ...(clientCertificate !== null && {
      cert: readPem("client certificate", clientCertificate.certificateFile),
      key: readPem("client certificate's key", clientCertificate.keyFile),
    }),
  };
}

function readPem(what: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (fault) {
    throw new LabError({
      code: "file-failed",
      message: `cannot read the ${what} ${path}: ${fault instanceof Error ? fault.message : String(fault)}`,
      hint: `name a PEM file that this user may read: ls -l ${path}`,
      where: path,
      cause: fault,
    });
  }
}
