import { EXIT } from "./exit-codes.ts";

/** What each error means to whoever called the command. One line per code; the exit code follows from it. */
export const ERROR_EXIT_CODES = {
  usage: EXIT.usage,
  "spec-invalid": EXIT.usage,
  "spec-not-found": EXIT.usage,
  "build-unknown": EXIT.usage,
  "basedir-invalid": EXIT.usage,
  "plan-impossible": EXIT.usage,
  "run-not-found": EXIT.usage,
  "build-unavailable": EXIT.environment,
  "build-corrupt": EXIT.environment,
  "server-did-not-start": EXIT.environment,
  "server-died": EXIT.environment,
  "data-directory-foreign": EXIT.environment,
  "socket-in-use": EXIT.environment,
  "port-in-use": EXIT.environment,
  "machine-busy": EXIT.environment,
  "lab-in-use": EXIT.environment,
  "tool-missing": EXIT.environment,
  "disk-full": EXIT.environment,
  "permission-denied": EXIT.environment,
  "file-failed": EXIT.environment,
  "load-failed": EXIT.environment,
  "measurement-failed": EXIT.environment,
  "store-failed": EXIT.environment,
  interrupted: EXIT.interrupted,
  bug: EXIT.bug,
} as const;

export type ErrorCode = keyof typeof ERROR_EXIT_CODES;

export interface ErrorParts {
  readonly code: ErrorCode;
  /** What went wrong, in one sentence that names the place. */
  readonly message: string;
  /** The next command, flag or line that helps. */
  readonly hint: string;
  /** `file:line:column path`, a path or an address: where to look. */
  readonly where?: string;
  readonly cause?: unknown;
}

/** The one error that users see. Anything else that reaches `main` is a bug of ours. */
export class LabError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;
  readonly where: string | undefined;

  constructor(parts: ErrorParts) {
    super(parts.message, { cause: parts.cause });
    this.name = "LabError";
    this.code = parts.code;
    this.hint = parts.hint;
    this.where = parts.where;
  }
}
