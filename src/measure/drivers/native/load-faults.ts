/** What is said when a load gives no result. */
import { LabError } from "../../../model/errors.ts";
import { describeAddress, loginFaultOf } from "../../connect/connection-fault.ts";
import type { LoadFailure, LoadOrder } from "./messages.ts";
import type { ServerFailure } from "./protocol/reply-scanner.ts";

const LOAD_FIRST =
  "load the workload's tables first; a template that was made for other rows is made again by dbdyno run";
const MORE_CONNECTIONS = "raise max_connections for every variant, or measure fewer clients";

const DISK_FULL =
  "the server's disk is full: free space where its data directory is, or put the lab elsewhere with --lab DIR";

/** What helps, by MySQL's error number, PostgreSQL's SQLSTATE, or the library's name for it. */
const HINTS: Readonly<Record<string, string>> = {
  1146: LOAD_FIRST,
  "42P01": LOAD_FIRST,
  ER_NO_SUCH_TABLE: LOAD_FIRST,
  1021: DISK_FULL,
  1114: DISK_FULL,
  "53100": DISK_FULL,
  1040: MORE_CONNECTIONS,
  53300: MORE_CONNECTIONS,
  ER_CON_COUNT_ERROR: MORE_CONNECTIONS,
  ER_MAX_PREPARED_STMT_COUNT_REACHED:
    "raise max_prepared_stmt_count above clients x tables x statements for every variant",
};

/** Not one operation ended without error. */
export function nothingSucceeded(order: LoadOrder, first: ServerFailure | null): LabError {
  const { step, server } = order;
  return new LabError({
    code: "measurement-failed",
    message:
      first === null
        ? `no operation of step ${step.name} ended on ${server.variant}`
        : `no operation of step ${step.name} succeeded on ${server.variant}: ${first.code} ${first.text}`,
    hint:
      first === null
        ? `measure longer, or see what the server waits for: tail ${server.errorLog}`
        : (HINTS[first.code] ?? logHint(order)),
    where: describeAddress(server.address),
  });
}

/** A fixed number of operations that will never be reached, or no client that has a connection. */
export function loadCannotGoOn(order: LoadOrder, what: string, first: ServerFailure | null): LabError {
  const because = first === null ? "" : `; first error: ${first.code} ${first.text}`;
  return new LabError({
    code: "measurement-failed",
    message: `step ${order.step.name} on ${order.server.variant}: ${what}${because}`,
    hint: (first === null ? undefined : HINTS[first.code]) ?? logHint(order),
    where: describeAddress(order.server.address),
  });
}

/** A client that could not log in or prepare, before the load began. */
export function clientDidNotConnect(order: LoadOrder, client: number, cause: unknown): LabError {
  if (cause instanceof LabError) return cause;
  const code = errorCode(cause);
  const text = cause instanceof Error ? cause.message : String(cause);
  const login = loginFaultOf(cause);
  return new LabError({
    code: "measurement-failed",
    message: `client ${client} of ${order.clients} has no connection to ${order.server.variant}: ${login?.reason ?? `${code ?? ""} ${text}`}`,
    hint: login?.hint ?? (code === null ? undefined : HINTS[code]) ?? logHint(order),
    where: describeAddress(order.server.address),
    cause,
  });
}

export function keysUsedUp(order: LoadOrder): LabError {
  return new LabError({
    code: "plan-impossible",
    message: `step ${order.step.name} uses each key once, and the tables of ${order.entry.name} have ${order.entry.rows * order.entry.tables} of them`,
    hint: "load more rows (rows:), or measure fewer operations",
    where: order.entry.name,
  });
}

export function loadInterrupted(): LabError {
  return new LabError({
    code: "interrupted",
    message: "the load was interrupted",
    hint: "go on with: dbdyno run --resume",
  });
}

/** `code` of a library's or the socket's error. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/** To be sent over IPC. Anything that is not a LabError is a bug of ours. */
export function toFailure(error: unknown): LoadFailure {
  if (error instanceof LabError) {
    const { code, message, hint, where, cause } = error;
    return { code, message, hint, where: where ?? null, cause: cause === undefined ? null : String(cause) };
  }
  return {
    code: "bug",
    message: `the load client failed: ${error instanceof Error ? error.message : String(error)}`,
    hint: "please report this with the client's log",
    where: null,
    cause: error instanceof Error ? (error.stack ?? null) : null,
  };
}

export function fromFailure(failure: LoadFailure): LabError {
  const { code, message, hint, where, cause } = failure;
  return new LabError({
    code,
    message,
    hint,
    ...(where === null ? {} : { where }),
    ...(cause === null ? {} : { cause }),
  });
}

function logHint(order: LoadOrder): string {
  return `see the server's log: tail ${order.server.errorLog}`;
}
