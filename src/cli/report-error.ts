import { ERROR_EXIT_CODES, LabError } from "../model/errors.ts";
import { EXIT, type ExitCode } from "../model/exit-codes.ts";
import type { Io } from "./io.ts";

/** Prints what happened, where, and what to do; gives the exit code. Anything but a LabError is a bug of ours. */
export function reportError(error: unknown, io: Io): ExitCode {
  if (error instanceof LabError) {
    io.err(errorText(error));
    return ERROR_EXIT_CODES[error.code];
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.err(`dbdyno: bug in dbdyno itself, please report it with this text\n${stack}\n`);
  return EXIT.bug;
}

/** `dbdyno: <message>`, then where and hint on lines of their own. */
export function errorText(error: LabError): string {
  const where = error.where === undefined || error.message.includes(error.where) ? "" : `  where: ${error.where}\n`;
  return `dbdyno: ${error.message}\n${where}  hint: ${error.hint}\n`;
}
