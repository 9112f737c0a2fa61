/** All probes of a run, in the order in which they are read. */
import type { HostFacts } from "../../model/host.ts";
import type { Seconds } from "../../model/units.ts";
import type { Os } from "../../os/os.ts";
import type { Connect } from "../connect/connect.ts";
import { hostProbe } from "./os/host.ts";
import { labProcessProbe } from "./os/lab-process.ts";
import { serverProcessProbe } from "./os/server-process.ts";
import type { Probe } from "./probe.ts";
import { statusProbe } from "./status/status-probe.ts";

export interface ProbeOptions {
  readonly os: Os;
  readonly host: HostFacts;
  readonly connect: Connect;
  /** Seconds between two readings, by kind of probe: the plan's `probes`. */
  readonly every: { readonly os: Seconds; readonly status: Seconds };
}

/** The probes of the machine and of the server. None touches anything before it is opened. */
export function createProbes({ os, host, connect, every }: ProbeOptions): readonly Probe[] {
  return [
    serverProcessProbe({ os, cgroups: host.cgroup, every: every.os }),
    hostProbe({ os, every: every.os }),
    labProcessProbe({ os, every: every.os }),
    statusProbe({ clock: os.clock, connect, every: every.status }),
  ];
}
