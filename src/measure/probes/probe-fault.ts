import { type ErrorCode, LabError } from "../../model/errors.ts";

/** The LabError of a probe that cannot read. `message` names the probe's source; the recording keeps it as a problem. */
export function probeFault(code: ErrorCode, message: string, cause?: unknown): LabError {
  return new LabError({
    code,
    message,
    hint: "run `dbdyno doctor`: it tells which figures can be had on this machine, and why others cannot",
    cause,
  });
}

/** What `fault` says, for people. */
export function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
