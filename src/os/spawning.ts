/** What every start of a process has in common. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { LabError } from "../model/errors.ts";
import { atPath, errnoOf } from "./faults.ts";
import { toolMissing } from "./tools.ts";

export interface SpawnRequest {
  readonly argv: readonly string[];
  readonly cwd: string | undefined;
  /** Added to our own environment. */
  readonly env: Readonly<Record<string, string>> | undefined;
  readonly stdio: NonNullable<SpawnOptions["stdio"]>;
}

export interface Spawned {
  readonly child: ChildProcess;
  readonly pid: number;
}

/**
 * Starts `argv` in a session and process group of its own, so that Ctrl-C of the terminal reaches only us.
 * Throws `tool-missing` when there is no such program, `permission-denied` when it may not be run.
 * The child is not reaped before the event loop turns again, so its /proc entry is there for whoever awaits this.
 */
export async function spawnInOwnGroup(request: SpawnRequest): Promise<Spawned> {
  const [command = "", ...rest] = request.argv;
  const { cwd } = request;
  // Of a missing working folder spawn says ENOENT too, as if it were the program.
  if (cwd !== undefined) await atPath(cwd, () => stat(cwd));
  try {
    const child = spawn(command, rest, {
      cwd,
      env: { ...process.env, ...request.env },
      stdio: request.stdio,
      detached: true,
    });
    if (child.pid !== undefined) return { child, pid: child.pid };
    const [fault] = await once(child, "error");
    throw fault;
  } catch (fault) {
    throw spawnFault(fault, command);
  }
}

function spawnFault(fault: unknown, command: string): LabError {
  const errno = errnoOf(fault) ?? "unknown fault";
  const isDenied = errno === "EACCES" || errno === "EPERM";
  // execvp says EACCES of a name that no folder on PATH has, when one of them is closed to this user.
  const isNotFound = errno === "ENOENT" || errno === "ENOTDIR" || (isDenied && !command.includes("/"));
  if (isNotFound) return toolMissing(command, fault);
  if (isDenied) {
    return new LabError({
      code: "permission-denied",
      message: `not allowed to run ${command} (${errno})`,
      hint: `look at its mode with \`ls -l ${command}\`, and at noexec in \`findmnt -T ${command}\``,
      where: command,
      cause: fault,
    });
  }
  return new LabError({
    code: "measurement-failed",
    message: `cannot start ${command} (${errno})`,
    hint: "look at the limits of processes and open files (`ulimit -a`) and at free memory (`free -m`)",
    where: command,
    cause: fault,
  });
}
