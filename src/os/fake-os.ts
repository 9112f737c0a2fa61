/**
 * A machine in memory for the loop's unit tests: its clock moves only by `sleep`, its commands answer by a script.
 * The same calls give the same results, whatever the real machine does.
 */
import { createFakeClock } from "./fake-clock.ts";
import { createFakeFiles } from "./fake-files.ts";
import { createFakeProcesses, type FakeJournal, type FakeRun } from "./fake-processes.ts";
import type { Os } from "./os.ts";

export interface FakeOsOptions {
  /** Texts by absolute path. */
  readonly files?: Readonly<Record<string, string>>;
  /** What a command gives, or null for a program that is not there (the default). Fields left out: 0 and no output. */
  readonly run?: FakeRun;
  /** Wall time at the start; monotonic time starts at 0. */
  readonly startedAt?: Date;
}

/** The fake and what was done to it. */
export interface FakeOs extends Os {
  readonly journal: FakeJournal;
}

export function createFakeOs(options: FakeOsOptions = {}): FakeOs {
  const journal: FakeJournal = { commands: [], started: [], signals: [], freezers: [] };
  const clock = createFakeClock(options.startedAt ?? new Date("2026-01-01T00:00:00Z"));
  return {
    clock,
    files: createFakeFiles(options.files ?? {}),
    processes: createFakeProcesses(options.run ?? (() => null), journal),
    journal,
  };
}
