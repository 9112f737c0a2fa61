/** Scripted commands and daemons for `createFakeOs`. */
import type { CommandOptions, CommandResult, Daemon, DaemonRequest, Freezer, Processes } from "./os.ts";
import { toolMissing } from "./tools.ts";

/** What a command gives, or null for a program that is not there. Fields left out: exit code 0 and no output. */
export type FakeRun = (argv: readonly string[], options: CommandOptions) => Partial<CommandResult> | null;

/** In the order of the calls. */
export interface FakeJournal {
  readonly commands: (readonly string[])[];
  readonly started: DaemonRequest[];
  readonly signals: { readonly pid: number; readonly signal: NodeJS.Signals }[];
  readonly freezers: { readonly pid: number; readonly freezer: Freezer }[];
}

/** Daemons get pids from 1000 up and run until they are stopped. */
export function createFakeProcesses(run: FakeRun, journal: FakeJournal): Processes {
  const running = new Map<number, (code: number) => void>();
  return {
    run: async (argv, options = {}) => {
      journal.commands.push(argv);
      const result = run(argv, options);
      if (result === null) throw toolMissing(argv[0] ?? "", undefined);
      return { exitCode: 0, stdout: "", stderr: "", ...result };
    },
    start: async (request) => {
      journal.started.push(request);
      return fakeDaemon(999 + journal.started.length, running);
    },
    which: async (command) => (run([command], {}) !== null ? `/usr/bin/${command}` : null),
    tree: async (pid) => (running.has(pid) ? [pid] : []),
    signal: (pid, signal) => {
      journal.signals.push({ pid, signal });
      if (signal === "SIGKILL") running.get(pid)?.(137);
      if (signal === "SIGTERM") running.get(pid)?.(143);
    },
    noteFreezer: (pid, freezer) => {
      journal.freezers.push({ pid, freezer });
    },
    killAll: () => {
      for (const [pid, end] of running) {
        journal.signals.push({ pid, signal: "SIGKILL" });
        end(137);
      }
    },
  };
}

/** Runs until it is stopped or gets SIGTERM or SIGKILL. */
function fakeDaemon(pid: number, running: Map<number, (code: number) => void>): Daemon {
  let exitCode: number | null = null;
  const end = (code: number) => {
    exitCode = code;
    running.delete(pid);
  };
  running.set(pid, end);
  return { pid, startTicks: pid, exitCode: () => exitCode, stop: async () => running.get(pid)?.(0) };
}
