/** Commands that run to their end and whose output is wanted. */
import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { LabError } from "../model/errors.ts";
import { interrupted } from "./clock.ts";
import type { CommandOptions, CommandResult } from "./os.ts";
import { processStat } from "./process-table.ts";
import { sendGroupSignal } from "./signals.ts";
import { spawnInOwnGroup } from "./spawning.ts";
import type { StartedFamilies } from "./started.ts";

const MILLISECONDS = 1e3;
/** From SIGTERM to SIGKILL for a command that ran out of time or was interrupted. */
const GRACE_SECONDS = 2;
/** How long output is awaited after the end, when a child of the command still holds the pipe (`pg_ctl start`). */
const DRAIN_SECONDS = 1;

/**
 * Runs `argv` and gives its exit code (null when a signal ended it) and its whole output, kept in memory.
 * Throws `tool-missing`, `interrupted` when the signal fires, and `measurement-failed` when the time is up; in the
 * last two the command and its group are ended first. It is on the list of `started` while it runs.
 */
export async function runCommand(
  started: StartedFamilies,
  argv: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const { signal } = options;
  if (signal?.aborted) throw interrupted(signal);
  const { child, pid } = await spawnInOwnGroup({ argv, cwd: options.cwd, env: options.env, stdio: "pipe" });
  const takeOff = started.add({ pid, startTicks: processStat(pid)?.startTicks ?? 0 });
  const stdout = collectText(child.stdout);
  const stderr = collectText(child.stderr);
  feed(child.stdin, options.stdin ?? "");
  const ending = endWhenAsked(pid, options);
  const exitCode = await outputAndEnd(child).finally(() => {
    ending.release();
    takeOff();
  });
  if (signal !== undefined && ending.cause() === "signal") throw interrupted(signal);
  if (ending.cause() === "timeout") throw timedOut(argv, options.timeoutSeconds ?? 0, stderr());
  return { exitCode, stdout: stdout(), stderr: stderr() };
}

interface Ending {
  cause(): "signal" | "timeout" | null;
  release(): void;
}

/** Ends the group when the time is up or the signal fires, until it is released. */
function endWhenAsked(pid: number, options: CommandOptions): Ending {
  const { signal, timeoutSeconds } = options;
  const timers: NodeJS.Timeout[] = [];
  let cause: "signal" | "timeout" | null = null;
  const end = (why: "signal" | "timeout") => {
    if (cause !== null) return;
    cause = why;
    sendGroupSignal(pid, "SIGTERM");
    timers.push(setTimeout(() => sendGroupSignal(pid, "SIGKILL"), GRACE_SECONDS * MILLISECONDS));
  };
  const onAbort = () => end("signal");
  signal?.addEventListener("abort", onAbort, { once: true });
  if (timeoutSeconds !== undefined) timers.push(setTimeout(() => end("timeout"), timeoutSeconds * MILLISECONDS));
  return {
    cause: () => cause,
    release: () => {
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    },
  };
}

/** The exit code, once both pipes are read to their end, or DRAIN_SECONDS after the process ended. */
function outputAndEnd(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once("close", (code) => resolve(code));
    child.once("exit", (code) => {
      const drained = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
        resolve(code);
      }, DRAIN_SECONDS * MILLISECONDS);
      child.once("close", () => clearTimeout(drained));
    });
  });
}

function collectText(stream: Readable | null): () => string {
  const chunks: Buffer[] = [];
  stream?.on("data", (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString("utf8");
}

function feed(stream: Writable | null, text: string): void {
  // EPIPE: the command ended without reading all of it. Its exit code tells whether that was right.
  stream?.on("error", () => undefined);
  stream?.end(text);
}

function timedOut(argv: readonly string[], seconds: number, stderr: string): LabError {
  const lastLine = stderr.trim().split("\n").at(-1) ?? "";
  return new LabError({
    code: "measurement-failed",
    message: `\`${argv.join(" ")}\` did not end within ${seconds} s${lastLine === "" ? "" : `; its last words: ${lastLine}`}`,
    hint: "run the same command by hand and see what it waits for",
    where: argv[0] ?? "",
  });
}
