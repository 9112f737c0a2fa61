import { describe, expect, it } from "vitest";
import { groupByCore, readCpuinfo } from "./topology.ts";

const thread = (cpu: number, socket: number, core: number) =>
  `processor\t: ${cpu}\nmodel name\t: Intel(R) Xeon(R) Processor\nphysical id\t: ${socket}\ncore id\t\t: ${core}\nflags\t\t: fpu\n`;

describe("/proc/cpuinfo", () => {
  it("tells the model, and which hardware threads share a core", () => {
    const text = [thread(0, 0, 0), thread(1, 0, 1), thread(2, 0, 0), thread(3, 1, 0)].join("\n");
    const { model, cpus } = readCpuinfo(text);
    expect(model).toBe("Intel(R) Xeon(R) Processor");
    expect(groupByCore(cpus, [0, 1, 2, 3])).toEqual([[0, 2], [1], [3]]);
    expect(groupByCore(cpus, [0, 2])).toEqual([[0, 2]]);
  });

  it("of ARM names no cores: each CPU counts as one", () => {
    const text = "processor\t: 0\nCPU part\t: 0xd0c\n\nprocessor\t: 1\nCPU part\t: 0xd0c\n";
    const { model, cpus } = readCpuinfo(text);
    expect(model).toBe("0xd0c");
    expect(groupByCore(cpus, [0, 1])).toEqual([[0], [1]]);
  });
});
