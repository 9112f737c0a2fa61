/** Reads one probe's session, one reading after another, and keeps what was read. */
import type { ProbeSample } from "../../model/measurement.ts";
import type { Clock } from "../../os/os.ts";
import type { NativeStatus, ProbeSession } from "./probe.ts";

export interface SessionReader {
  /** For a timer: does nothing while a reading runs or waits. */
  readUnlessBusy(): Promise<void>;
  /** Reads after what is under way, and notes that the stretch begins or ends there. */
  mark(): Promise<void>;
  /** Empty where the session has no names of its own, or could not read. */
  readNative(): Promise<NativeStatus>;
  /** Samples from the first mark to the last, in the order of their times. */
  marked(): readonly ProbeSample[];
}

export interface SessionReaderOptions {
  readonly clock: Clock;
  readonly session: ProbeSession;
  /** Called for each reading that failed; it has no sample. */
  readonly onFault: (fault: unknown) => void;
}

export function createSessionReader({ clock, session, onFault }: SessionReaderOptions): SessionReader {
  const inTurn = createQueue();
  const samples: ProbeSample[] = [];
  /** Where the marks' samples are, or would be. */
  let stretch: { readonly from: number; readonly to: number } | null = null;

  const read = async () => {
    const before = clock.monotonic();
    const values = await session.read().catch(onFault);
    if (values !== undefined) samples.push({ at: (before + clock.monotonic()) / 2, values });
  };
  return {
    readUnlessBusy: async () => {
      if (!inTurn.isBusy()) await inTurn.run(read);
    },
    mark: () =>
      inTurn.run(async () => {
        const from = stretch?.from ?? samples.length;
        await read();
        stretch = { from, to: samples.length };
      }),
    readNative: () => inTurn.run(async () => (await session.readNative?.().catch(onFault)) ?? {}),
    marked: () => (stretch === null ? [] : samples.slice(stretch.from, stretch.to)),
  };
}

/** Runs works that do not fail one after the other. */
function createQueue() {
  let tail: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    isBusy: () => waiting > 0,
    run<T>(work: () => Promise<T>): Promise<T> {
      waiting += 1;
      const done = tail.then(work).finally(() => {
        waiting -= 1;
      });
      tail = done;
      return done;
    },
  };
}
