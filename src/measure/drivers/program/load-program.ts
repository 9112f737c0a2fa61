/**
 * One run of a load generator that is a program of its own (sysbench, pgbench): started, its measured stretch marked,
 * its CPU read at both edges, its words collected. What it prints goes to a file: a pipe that nobody empties would
 * stop the load.
 */
import { LabError } from "../../../model/errors.ts";
import type { MonotonicSeconds, Seconds } from "../../../model/units.ts";
import type { Daemon, Os } from "../../../os/os.ts";
import { saidErrors } from "./said-errors.ts";
import { type ProgramUsage, readThreadUsage, type ThreadUsage, usageBetween } from "./thread-usage.ts";

export interface ProgramOrder {
  /** For messages: `sysbench`. */
  readonly name: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What it prints, from the beginning of the file; at the end it is moved behind what `archive` holds. */
  readonly logFile: string;
  readonly archive: string;
  /** Printed when all clients are connected and the load begins. */
  readonly startMark: RegExp;
  /** The measured stretch, in seconds from the start mark; `to` null: until the program ends by itself. */
  readonly from: Seconds;
  readonly to: Seconds | null;
  /** Of what it printed so far: true when it gets nowhere, so that it will never end by itself. */
  readonly isStalled: (text: string) => boolean;
  readonly signal?: AbortSignal;
  readonly onEdge?: (edge: "begin" | "end") => void;
}

export interface ProgramOutcome {
  readonly text: string;
  readonly startedAt: MonotonicSeconds;
  readonly seconds: Seconds;
  readonly usage: ProgramUsage;
}

/** How often the log and the process are looked at. */
const LOOK_SECONDS = 0.01;
/** 1024 connections, 32 at a time and each with its statements prepared, on a busy machine. */
const CONNECT_SECONDS = 120;
/** A program whose time is over waits for its last statements. */
const END_SECONDS = 60;
/** How often it is asked whether the load gets anywhere. */
const STALL_LOOK_SECONDS = 1;
const GRACE_SECONDS = 1;

export class LoadProgram {
  private readonly os: Os;
  private readonly order: ProgramOrder;
  private readonly daemon: Daemon;

  private constructor(os: Os, order: ProgramOrder, daemon: Daemon) {
    this.os = os;
    this.order = order;
    this.daemon = daemon;
  }

  /** Throws `tool-missing` or `permission-denied` when it cannot be run. */
  static async start(os: Os, order: ProgramOrder): Promise<LoadProgram> {
    const { argv, env, logFile } = order;
    await os.files.write(logFile, "");
    return new LoadProgram(os, order, await os.processes.start({ argv, env, logFile }));
  }

  get pid(): number {
    return this.daemon.pid;
  }

  /** To its end. Throws `measurement-failed` with the program's own words, `interrupted`; the process is gone in any case. */
  async measure(): Promise<ProgramOutcome> {
    try {
      const began = await this.loadBegins();
      const begin = await this.edge("begin", began + this.order.from);
      const end = await this.lastEdge(began, begin);
      await this.ended(this.os.clock.monotonic() + END_SECONDS);
      const text = await this.os.files.read(this.order.logFile);
      if (this.daemon.exitCode() !== 0) throw await this.failed();
      return { text, startedAt: begin.at, seconds: end.at - begin.at, usage: usageBetween(begin, end) };
    } finally {
      await this.daemon.stop(GRACE_SECONDS);
      await this.keepLog();
    }
  }

  private async keepLog(): Promise<void> {
    const { files } = this.os;
    const { argv, logFile, archive } = this.order;
    await files.append(archive, `$ ${argv.join(" ")}\n${await files.read(logFile)}\n`);
    await files.remove(logFile);
  }

  private async loadBegins(): Promise<MonotonicSeconds> {
    const { name, logFile, startMark } = this.order;
    const deadline = this.os.clock.monotonic() + CONNECT_SECONDS;
    for (;;) {
      const text = await this.os.files.read(logFile);
      if (startMark.test(text)) return this.os.clock.monotonic();
      if (this.daemon.exitCode() !== null) throw await this.failed();
      if (this.os.clock.monotonic() > deadline) {
        throw await this.fault(`${name} did not begin its load within ${CONNECT_SECONDS} s`);
      }
      await this.look();
    }
  }

  /** Waits for `at`, and reads there. */
  private async edge(name: "begin" | "end", at: MonotonicSeconds): Promise<ThreadUsage> {
    const wait = at - this.os.clock.monotonic();
    if (wait > 0) await this.os.clock.sleep(wait, this.order.signal);
    const usage = await readThreadUsage(this.os, this.daemon.pid);
    if (usage === null) throw await this.failed();
    this.order.onEdge?.(name);
    return usage;
  }

  private async lastEdge(began: MonotonicSeconds, begin: ThreadUsage): Promise<ThreadUsage> {
    const { to } = this.order;
    return to === null ? this.lastReading(begin) : this.edge("end", began + to);
  }

  /** Of a program that ends by itself: nothing can be read afterwards, so up to one look is missing at the end. */
  private async lastReading(begin: ThreadUsage): Promise<ThreadUsage> {
    let last = begin;
    let nextCheck = begin.at + STALL_LOOK_SECONDS;
    while (this.daemon.exitCode() === null) {
      last = (await readThreadUsage(this.os, this.daemon.pid)) ?? last;
      if (last.at > nextCheck) {
        await this.checkStall();
        nextCheck = last.at + STALL_LOOK_SECONDS;
      }
      await this.look();
    }
    this.order.onEdge?.("end");
    return { ...last, at: this.os.clock.monotonic() };
  }

  private async checkStall(): Promise<void> {
    const text = await this.os.files.read(this.order.logFile);
    if (this.order.isStalled(text)) throw await this.fault(`the load of ${this.order.name} gets nowhere`);
  }

  private async ended(deadline: MonotonicSeconds): Promise<void> {
    while (this.daemon.exitCode() === null) {
      if (this.os.clock.monotonic() > deadline) {
        throw await this.fault(`${this.order.name} did not end within ${END_SECONDS} s after its load`);
      }
      await this.look();
    }
  }

  private look(): Promise<void> {
    return this.os.clock.sleep(LOOK_SECONDS, this.order.signal);
  }

  /** It is gone, and should not be yet. */
  private async failed(): Promise<LabError> {
    const { name } = this.order;
    const exitCode = this.daemon.exitCode();
    if (exitCode === 0) return this.told(`${name} was over before its load could be read`);
    return this.fault(`${name} ended with exit code ${exitCode}`);
  }

  /** With its last words: they are read here, for what was read before it ended may lack them. */
  private async fault(message: string): Promise<LabError> {
    const said = saidErrors(await this.os.files.read(this.order.logFile));
    return this.told(said === null ? message : `${message}: ${said}`);
  }

  private told(message: string): LabError {
    return new LabError({
      code: "measurement-failed",
      message,
      hint: `run it by hand to see more: ${this.order.argv.join(" ")}`,
      where: this.order.archive,
    });
  }
}
