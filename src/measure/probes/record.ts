/** Runs the probes of one measurement beside its load. */
import type { CounterValues } from "../../model/counters.ts";
import type { ProbeSample } from "../../model/measurement.ts";
import type { MonotonicSeconds, Seconds } from "../../model/units.ts";
import type { Clock } from "../../os/os.ts";
import type { ProbeSession, Recording } from "./probe.ts";
import { messageOf } from "./probe-fault.ts";

export interface RecordingOptions {
  readonly clock: Clock;
  readonly sessions: readonly { readonly session: ProbeSession; readonly every: Seconds }[];
}

/** Reads one session, one reading after another; null when it could not. */
type Reader = () => Promise<ProbeSample | null>;

/**
 * Starts a timer for each session. `mark` waits for a reading under way, then reads all anew at once and gives one sample
 * with the mean of the times at which they were read (the middle of each); a sample of a timer has the counters of one
 * session. A reading that is due while the one before it or a mark runs is left out, not made up for.
 * Timers run until `stop`, also when the load failed: whoever starts a recording stops it.
 * A session that cannot read is told once by `problems`, with how often; its counters are missing, the others go on.
 */
export function startRecording({ clock, sessions }: RecordingOptions): Recording {
  const problems = new Map<string, number>();
  const samples: ProbeSample[] = [];
  const marks: MonotonicSeconds[] = [];
  const stopped = new AbortController();
  let marking = 0;
  const failed = (fault: unknown) => {
    const message = messageOf(fault);
    problems.set(message, (problems.get(message) ?? 0) + 1);
  };

  const readers = sessions.map(({ session }) => serialReader(clock, session, failed));
  const timers = sessions.map(async ({ every }, index) => {
    for await (const _ of ticks(clock, every, stopped.signal)) {
      // A reading beside a mark's would have a time on the wrong side of it: the mark has the mean of its readings' times.
      if (marking > 0) continue;
      const sample = await readers[index]?.();
      if (sample && marking === 0) samples.push(sample);
    }
  });

  return {
    async mark() {
      marking += 1;
      const read = await Promise.all(readers.map((reader) => reader()));
      marking -= 1;
      const sample = mergeSamples(
        read.filter((part) => part !== null),
        clock.monotonic(),
      );
      marks.push(sample.at);
      samples.push(sample);
    },
    async stop() {
      stopped.abort();
      await Promise.all(timers);
      const [first = Number.POSITIVE_INFINITY, last = first] = [marks[0], marks.at(-1)];
      return samples.filter(({ at }) => first <= at && at <= last).toSorted((a, b) => a.at - b.at);
    },
    problems: () => [...problems].map(([message, times]) => (times === 1 ? message : `${message} (${times} times)`)),
  };
}

function serialReader(clock: Clock, session: ProbeSession, failed: (fault: unknown) => void): Reader {
  let tail: Promise<unknown> = Promise.resolve();
  const readOnce = async (): Promise<ProbeSample | null> => {
    const before = clock.monotonic();
    try {
      const values = await session.read();
      return { at: (before + clock.monotonic()) / 2, values };
    } catch (fault) {
      failed(fault);
      return null;
    }
  };
  return () => {
    const sample = tail.then(readOnce);
    tail = sample;
    return sample;
  };
}

/** Yields every `every` seconds by the clock, without drift; ticks missed by a slow body are skipped. Ends at `signal`. */
async function* ticks(clock: Clock, every: Seconds, signal: AbortSignal): AsyncGenerator<void> {
  const start = clock.monotonic();
  for (let due = 1; !signal.aborted; due = Math.floor((clock.monotonic() - start) / every) + 1) {
    const wait = start + due * every - clock.monotonic();
    const woken = await clock.sleep(Math.max(0, wait), signal).then(
      () => true,
      // Stopped while asleep: the only way in which this sleep fails.
      () => false,
    );
    if (!woken) return;
    yield;
  }
}

function mergeSamples(samples: readonly ProbeSample[], otherwise: MonotonicSeconds): ProbeSample {
  const at = samples.reduce((total, sample) => total + sample.at, 0) / samples.length;
  const values: CounterValues = Object.assign({}, ...samples.map((sample) => sample.values));
  return { at: samples.length === 0 ? otherwise : at, values };
}
