/** What is said when a connection to a server does not come about. */
import { LabError } from "../../model/errors.ts";
import type { RunningServer, ServerAddress } from "../../model/server.ts";
import { type LoginFault, loginFault } from "./login-fault.ts";

/** Login and handshake together. A server that takes longer is stopped, frozen or overloaded. */
export const DEFAULT_CONNECT_SECONDS = 10;

/** An address as people write it: the socket's path, or `host:port`. */
export function describeAddress(address: ServerAddress): string {
  return address.kind === "socket" ? address.path : `${address.host}:${address.port}`;
}

/** The LabError `server-died` of a failed connection; `fault` is its cause, with the library's `code`. */
export function connectionFault(server: RunningServer, fault: unknown): LabError {
  const address = describeAddress(server.address);
  const login = loginFaultOf(fault);
  return new LabError({
    code: "server-died",
    message: `no connection to ${server.variant} at ${address}: ${login?.reason ?? reasonOf(fault)}`,
    hint: login?.hint ?? `look at the end of its log: tail ${server.errorLog}`,
    where: address,
    cause: fault,
  });
}

/** Why the server does not let us in, also behind a LabError; null where that is not the matter. */
export function loginFaultOf(fault: unknown): LoginFault | null {
  if (fault instanceof LabError) return loginFaultOf(fault.cause);
  return fault instanceof Error ? loginFault(codeOf(fault), fault.message) : null;
}

/**
 * The code of a library's error, also behind a LabError: the server's own (`ER_ACCESS_DENIED_ERROR`, `57P03`) or the
 * socket's (`ECONNREFUSED`). Null where there is none.
 */
export function codeOf(fault: unknown): string | null {
  if (fault instanceof LabError) return codeOf(fault.cause);
  if (!(fault instanceof Error) || !("code" in fault)) return null;
  return typeof fault.code === "string" ? fault.code : null;
}

function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  const code = codeOf(fault);
  return code === null || fault.message.includes(code) ? fault.message : `${fault.message} (${code})`;
}
