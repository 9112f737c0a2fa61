/** The port of a probe: reads counters of a running server or of the machine, in the neutral vocabulary. */
import type { CounterValues } from "../../model/counters.ts";
import type { ProbeSample } from "../../model/measurement.ts";
import type { RunningServer } from "../../model/server.ts";
import type { Seconds } from "../../model/units.ts";

export interface ProbeTarget {
  readonly server: RunningServer;
  /** Pids of dbdyno itself and of the load clients that there are now: their CPU is the lab's, not foreign. */
  labPids(): readonly number[];
  /** Folder whose block device is watched. */
  readonly dataDirectory: string;
}

export interface Probe {
  readonly name: string;
  readonly every: Seconds;
  open(target: ProbeTarget): Promise<ProbeSession>;
}

/** A server's status as it tells it: its own names, values as text. */
export type NativeStatus = Readonly<Record<string, string>>;

export interface ProbeSession {
  /** One reading, now. A counter that cannot be read is left out, never zero. */
  read(): Promise<CounterValues>;
  /** Everything that the source counts, under its own names. Left out by probes whose source has none. */
  readNative?(): Promise<NativeStatus>;
  /** Never throws: what follows it, the end of the server, must come about. */
  close(): Promise<void>;
}

/** Runs several probes beside one measurement and gives their samples. */
export interface Recording {
  /** Reads all probes at once, each with a time of its own: at the edges of the measured stretch. */
  mark(): Promise<void>;
  /**
   * What the server counts under its own names, now. Hundreds of values: to be called before the load begins and after it
   * ended, so that its cost is not measured. Empty, and a problem, where it cannot be read.
   */
  readNative(): Promise<NativeStatus>;
  /** Stops the timers. Samples of every probe from its first mark to its last, ascending in time. */
  stop(): Promise<readonly ProbeSample[]>;
  /** What could not be read, each once with how often: for the measurement's warnings. A probe's fault is never thrown. */
  problems(): readonly string[];
}
