/**
 * The native driver: MySQL's and PostgreSQL's wire protocols on one event loop, in a child process of its own; on machines
 * with many CPUs on several. Libraries log in; the hot loop sends prebuilt packets and scans replies for their end. One
 * statement at a time and client, as sysbench does it; in closed loop, or at a rate.
 */
import { cpus } from "node:os";
import type { Seconds } from "../../../model/units.ts";
import type { Driver, LoadRequest } from "../driver.ts";
import { type LoadShape, mostLoops, shapeOf } from "./load-shape.ts";
import type { LoopKind } from "./messages.ts";
import { openSession } from "./session.ts";

/** Seconds. A load process speaks every second, but on a machine without memory it may be long without a CPU. */
const LONGEST_SILENCE = 30;

export interface NativeDriverOptions {
  /** Load loops of each load, fewer only where it has fewer clients; default by `shapeOf`. */
  readonly loops?: number;
  /** Default by `shapeOf`. */
  readonly loop?: LoopKind;
  /** After so many whole seconds without a word of a load process it is ended. */
  readonly longestSilence?: Seconds;
}

export function createNativeDriver(settings: NativeDriverOptions = {}): Driver {
  const { longestSilence = LONGEST_SILENCE } = settings;
  const all = cpus().length;
  const shape = (request: LoadRequest): LoadShape => ({ ...shapeOf(request, all), ...asked(settings) });
  return {
    name: "native",
    open: (options) => {
      const loops = settings.loops ?? mostLoops(all, options.cpus);
      return openSession(options, { loops, shape, longestSilence });
    },
  };
}

function asked({ loops, loop }: NativeDriverOptions): Partial<LoadShape> {
  return { ...(loops !== undefined && { loops }), ...(loop !== undefined && { loop }) };
}
