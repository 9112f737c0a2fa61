/**
 * The native driver: MySQL's and PostgreSQL's wire protocols on one event loop, in a child process of its own; on machines
 * with many CPUs on several. Libraries log in; the hot loop sends prebuilt packets and scans replies for their end. One
 * statement at a time and client, as sysbench does it; in closed loop, or at a rate.
 */
import { cpus } from "node:os";
import type { Seconds } from "../../../model/units.ts";
import type { Driver } from "../driver.ts";
import type { LoopKind } from "./messages.ts";
import { openSession } from "./session.ts";

/** On so many CPUs or fewer the loops would take them from the server: a second brings 9 % more load for 19 % more cost. */
const SMALL_MACHINE = 4;
const MOST_LOOPS = 8;
/** Seconds. A load process speaks every second, but on a machine without memory it may be long without a CPU. */
const LONGEST_SILENCE = 30;

export interface NativeDriverOptions {
  /** Load loops of a session; default by the CPUs of the machine, and those that the clients are given. */
  readonly loops?: number;
  /** Default `gathering`. */
  readonly loop?: LoopKind;
  /** After so many whole seconds without a word of a load process it is ended. */
  readonly longestSilence?: Seconds;
}

export function createNativeDriver(settings: NativeDriverOptions = {}): Driver {
  const { loops, loop = "gathering", longestSilence = LONGEST_SILENCE } = settings;
  return {
    name: "native",
    open: (options) => openSession(options, { loops: loops ?? defaultLoops(options.cpus), loop, longestSilence }),
  };
}

function defaultLoops(given: readonly number[] | null): number {
  const all = cpus().length;
  if (all <= SMALL_MACHINE) return 1;
  return Math.min(MOST_LOOPS, given?.length ?? Math.floor(all / SMALL_MACHINE));
}
