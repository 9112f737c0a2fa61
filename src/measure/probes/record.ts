/** Runs the probes of one measurement beside its load. */
import type { ProbeSample } from "../../model/measurement.ts";
import type { Seconds } from "../../model/units.ts";
import type { Clock } from "../../os/os.ts";
import type { NativeStatus, ProbeSession, Recording } from "./probe.ts";
import { messageOf } from "./probe-fault.ts";
import { createSessionReader, type SessionReader } from "./session-reader.ts";

export interface RecordingOptions {
  readonly clock: Clock;
  readonly sessions: readonly { readonly session: ProbeSession; readonly every: Seconds }[];
}

/**
 * Starts a timer for each session. A sample has the counters of one session and the time at which they were read (the
 * middle of the reading): at a mark too, where a status query waits longer for its answer than a file of /proc does.
 * A reading that is due while the session still reads is left out, not made up for.
 * Timers run until `stop`, also when the load failed: whoever starts a recording stops it.
 * A session that cannot read is told once by `problems`, with how often; its counters are missing, the others go on.
 */
export function startRecording({ clock, sessions }: RecordingOptions): Recording {
  const problems = createProblemList();
  const stopped = new AbortController();
  const readers = sessions.map(({ session }) => createSessionReader({ clock, session, onFault: problems.add }));
  const timers = sessions.map(({ every }, index) => tick({ clock, every, signal: stopped.signal }, readers[index]));
  return {
    async mark() {
      await Promise.all(readers.map((reader) => reader.mark()));
    },
    async readNative() {
      const parts = await Promise.all(readers.map((reader) => reader.readNative()));
      const all: NativeStatus = Object.assign({}, ...parts);
      return all;
    },
    async stop() {
      stopped.abort();
      await Promise.all(timers);
      return inTime(readers);
    },
    problems: problems.list,
  };
}

function inTime(readers: readonly SessionReader[]): readonly ProbeSample[] {
  return readers.flatMap((reader) => reader.marked()).toSorted((a, b) => a.at - b.at);
}

function createProblemList() {
  const times = new Map<string, number>();
  return {
    add: (fault: unknown) => {
      const message = messageOf(fault);
      times.set(message, (times.get(message) ?? 0) + 1);
    },
    list: () => [...times].map(([message, count]) => (count === 1 ? message : `${message} (${count} times)`)),
  };
}

interface Timer {
  readonly clock: Clock;
  readonly every: Seconds;
  readonly signal: AbortSignal;
}

/** Reads every `every` seconds by the clock, without drift; ticks missed by a slow reading are skipped. Ends at `signal`. */
async function tick({ clock, every, signal }: Timer, reader: SessionReader | undefined): Promise<void> {
  const start = clock.monotonic();
  // A sleep may end a little early: its tick must not come twice.
  const after = (due: number): number => Math.max(due, Math.floor((clock.monotonic() - start) / every)) + 1;
  for (let due = 1; !signal.aborted; due = after(due)) {
    const wait = start + due * every - clock.monotonic();
    const woken = await clock.sleep(Math.max(0, wait), signal).then(
      () => true,
      // Stopped while asleep: the only way in which this sleep fails.
      () => false,
    );
    if (!woken) return;
    await reader?.readUnlessBusy();
  }
}
