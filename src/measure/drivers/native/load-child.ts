/** One load process and what is said to it. */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { dirname, extname } from "node:path";
import { fileURLToPath } from "node:url";
import { LabError } from "../../../model/errors.ts";
import type { DriverOptions } from "../driver.ts";
import { pinned } from "../pinned.ts";
import { fromFailure } from "./load-faults.ts";
import { type FromLoad, isFromLoad, type ToLoad } from "./messages.ts";

/** `.ts` from source, `.js` when compiled. */
const PROGRAM = fileURLToPath(new URL(`./load-process${extname(import.meta.url)}`, import.meta.url));
/** A child that does not answer for so long is killed. */
const ANSWER_MILLISECONDS = 2000;

/** Starts a process. Throws `tool-missing` without taskset where CPUs are asked for, `measurement-failed` else. */
export async function openLoadChild(options: DriverOptions): Promise<LoadChild> {
  const child = new LoadChild(startLoadProcess(options), options);
  await child.exchange(null, (message) => (message.kind === "ready" ? true : undefined));
  return child;
}

function startLoadProcess({ cpus, logFile }: DriverOptions): ChildProcess {
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, "a");
  const [command = process.execPath, ...rest] = [...pinned(cpus), process.execPath, PROGRAM];
  try {
    return spawn(command, rest, {
      stdio: ["ignore", log, log, "ipc"],
      serialization: "advanced",
      // A process group of its own: Ctrl-C of the terminal is for us, who then abort the load in order.
      detached: true,
      env: clientEnvironment(),
    });
  } finally {
    closeSync(log);
  }
}

/** Without what would change the client's cost or its login: debugging and coverage of Node, defaults of libpq. */
function clientEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(NODE_OPTIONS|NODE_V8_COVERAGE|PG[A-Z]+)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

export class LoadChild {
  readonly pid: number | undefined;
  private readonly child: ChildProcess;
  /** Resolves with what to say when the process has ended, whoever ended it. */
  private readonly gone: Promise<LabError>;
  private ended: LabError | null = null;
  private gaveUp: string | null = null;
  /** Who waits for an answer: not `gone.then`, which would keep each answer for as long as the process lives. */
  private readonly waiting = new Set<(error: LabError) => void>();

  constructor(child: ChildProcess, options: DriverOptions) {
    this.child = child;
    this.pid = child.pid;
    this.gone = new Promise((resolve) => {
      child.once("error", (error) => resolve(didNotStart(options, error)));
      child.once("exit", (code, signal) => {
        resolve(this.gaveUp === null ? processEnded(options, code ?? signal) : hung(options, this.gaveUp));
      });
    });
    void this.gone.then((error) => {
      this.ended = error;
      for (const tell of this.waiting) tell(error);
    });
  }

  /** The process does not do what it was told, and never will. Whoever waits for an answer gets `measurement-failed`. */
  giveUp(why: string): void {
    this.gaveUp = why;
    this.child.kill("SIGKILL");
  }

  /** Sends `message` and waits until `answer` makes something of what comes back. Throws what the process reports. */
  exchange<T>(message: ToLoad | null, answer: (message: FromLoad) => T | undefined): Promise<T> {
    const { child } = this;
    return new Promise<T>((resolve, reject) => {
      const onMessage = (said: unknown): void => {
        if (!isFromLoad(said)) return;
        if (said.kind === "failed") finish(() => reject(fromFailure(said.failure)));
        const answered = answer(said);
        if (answered !== undefined) finish(() => resolve(answered));
      };
      const onGone = (error: LabError): void => finish(() => reject(error));
      const finish = (settle: () => void): void => {
        child.off("message", onMessage);
        this.waiting.delete(onGone);
        settle();
      };
      child.on("message", onMessage);
      this.waiting.add(onGone);
      if (this.ended !== null) onGone(this.ended);
      if (message !== null) this.send(message);
    });
  }

  /** The process answers with `interrupted`; unless the timer is cleared by then, it is killed. */
  abort(): NodeJS.Timeout {
    this.send({ kind: "abort" });
    return this.killLater();
  }

  async close(): Promise<void> {
    this.send({ kind: "close" });
    const kill = this.killLater();
    await this.gone;
    clearTimeout(kill);
  }

  private killLater(): NodeJS.Timeout {
    return setTimeout(() => this.child.kill("SIGKILL"), ANSWER_MILLISECONDS);
  }

  /** To a process that is gone nothing can be said; whoever waits for an answer is told. */
  send(message: ToLoad): void {
    if (this.child.connected) this.child.send(message, () => undefined);
  }
}

function didNotStart(options: DriverOptions, cause: Error): LabError {
  const missing = "code" in cause && cause.code === "ENOENT";
  return new LabError({
    code: missing && options.cpus !== null ? "tool-missing" : "measurement-failed",
    message: `the load client did not start: ${cause.message}`,
    hint:
      missing && options.cpus !== null
        ? "install util-linux (taskset), or leave cpus: out of the spec"
        : `see ${options.logFile}`,
    where: options.logFile,
    cause,
  });
}

function hung({ logFile }: DriverOptions, why: string): LabError {
  return new LabError({
    code: "measurement-failed",
    message: `the load process ${why}, and was ended`,
    hint: "look whether something stopped it (SIGSTOP, a frozen cgroup, a machine without memory), and go on with: dbdyno run --resume",
    where: logFile,
  });
}

function processEnded(options: DriverOptions, how: number | NodeJS.Signals | null): LabError {
  const by = typeof how === "string" ? `signal ${how}` : `exit code ${how ?? "unknown"}`;
  const lines = lastLogLines(options.logFile);
  const log = lines.length === 0 ? ["its log is empty"] : ["the last lines of its log:", ...lines];
  return new LabError({
    code: "measurement-failed",
    message: [`the load process ended in the middle of its work: ${by}`, ...log.map(indented)].join("\n"),
    hint:
      how === "SIGKILL"
        ? "a process that was killed often means that memory ran out (`dmesg | tail`)"
        : `see ${options.logFile}`,
    where: options.logFile,
  });
}

/** Enough for a stack of Node. */
const SHOWN_LOG_LINES = 8;

/** Empty also where the log cannot be read: the end of the process is what must be told. */
function lastLogLines(logFile: string): readonly string[] {
  try {
    const lines = readFileSync(logFile, "utf8").split("\n");
    return lines.filter((line) => line.trim() !== "").slice(-SHOWN_LOG_LINES);
  } catch {
    return [];
  }
}

function indented(line: string, position: number): string {
  return position === 0 ? line : `  ${line}`;
}
