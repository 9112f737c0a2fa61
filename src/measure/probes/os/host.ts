/** CPU, steal, pressure and the block device of the whole machine. */
import type { Counter, CounterValues } from "../../../model/counters.ts";
import type { Seconds } from "../../../model/units.ts";
import { errnoOf } from "../../../os/faults.ts";
import type { Os } from "../../../os/os.ts";
import { readDiskstats, readHostCpu, readPressure } from "../../../os/proc.ts";
import type { Probe } from "../probe.ts";
import { findBlockDevice } from "./block-device.ts";

const PRESSURES = [
  ["cpu", "pressure_cpu_seconds"],
  ["io", "pressure_io_seconds"],
  ["memory", "pressure_memory_seconds"],
] as const satisfies readonly (readonly [string, Counter])[];

/**
 * Everything here is of the machine, others' work included; /proc/stat counts in steps of 10 ms a CPU.
 * Pressure is left out where the kernel has none (before 4.20, or off at boot), the device where the data directory has none.
 */
export function hostProbe(options: { readonly os: Os; readonly every: Seconds }): Probe {
  const { os, every } = options;
  return {
    name: "host",
    every,
    async open({ dataDirectory }) {
      const device = await findBlockDevice(os, dataDirectory);
      return {
        read: async () => ({ ...readCpu(os), ...readPressures(os), ...readDevice(os, device) }),
        close: async () => undefined,
      };
    },
  };
}

function readCpu(os: Os): CounterValues {
  const cpu = readHostCpu(os.files.readKernelFile("/proc/stat") ?? "");
  return {
    host_cpu_seconds: cpu.busySeconds,
    host_idle_seconds: cpu.idleSeconds + cpu.ioWaitSeconds,
    steal_seconds: cpu.stealSeconds,
  };
}

function readPressures(os: Os): CounterValues {
  const values: CounterValues = {};
  for (const [resource, counter] of PRESSURES) {
    const text = readPressureFile(os, `/proc/pressure/${resource}`);
    if (text !== null) values[counter] = readPressure(text).someSeconds;
  }
  return values;
}

function readPressureFile(os: Os, path: string): string | null {
  try {
    return os.files.readKernelFile(path);
  } catch (fault) {
    // Built in but switched off (`psi=0`): the files are there and refuse to be read.
    if (errnoOf(fault) === "EOPNOTSUPP") return null;
    throw fault;
  }
}

function readDevice(os: Os, device: string | null): CounterValues {
  if (device === null) return {};
  const disk = readDiskstats(os.files.readKernelFile("/proc/diskstats") ?? "").find((line) => line.device === device);
  if (disk === undefined) return {};
  return {
    device_reads: disk.reads,
    device_writes: disk.writes,
    device_read_bytes: disk.readBytes,
    device_written_bytes: disk.writtenBytes,
  };
}
