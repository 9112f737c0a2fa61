/** Faults of the operating system as LabErrors with place, cause and remedy. */
import { LabError } from "../model/errors.ts";

/** The errno name of a fault of node:fs or node:child_process (`ENOSPC`), also behind a LabError's cause; null for others. */
export function errnoOf(fault: unknown): string | null {
  if (fault instanceof LabError) return errnoOf(fault.cause);
  if (!(fault instanceof Error) || !("code" in fault)) return null;
  return typeof fault.code === "string" ? fault.code : null;
}

/**
 * The LabError of a fault at `path`: `disk-full`, `permission-denied`, else `file-failed`; whoever expects a
 * file to be missing asks `readIfThere` or `exists`. A LabError passes through unchanged.
 */
export function fileFault(fault: unknown, path: string): LabError {
  if (fault instanceof LabError) return fault;
  const errno = errnoOf(fault) ?? "unknown fault";
  const where = { where: path, cause: fault };
  switch (errno) {
    case "ENOSPC":
    case "EDQUOT":
      return new LabError({
        code: "disk-full",
        message: `no space left for ${path} (${errno})`,
        hint: `free space there (\`df -h ${path}\`): \`rm -r\` of the lab's templates/ gives back what can be loaded again; or put the lab elsewhere with --lab DIR`,
        ...where,
      });
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new LabError({
        code: "permission-denied",
        message: `not allowed: ${path} (${errno})`,
        hint: `look at its owner and mode (\`namei -l ${path}\`), or put the lab elsewhere with --lab DIR`,
        ...where,
      });
    default:
      return new LabError({
        code: "file-failed",
        message: `cannot use ${path} (${errno})`,
        hint: `look at it with \`ls -ld ${path}\`, and at the folder that it is in`,
        ...where,
      });
  }
}

/** Runs `work` and gives its result; a fault becomes the LabError of `fileFault` at `path`. */
export async function atPath<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    throw fileFault(fault, path);
  }
}
