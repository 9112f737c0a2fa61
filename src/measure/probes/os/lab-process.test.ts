import { describe, expect, it } from "vitest";
import { createFakeOs } from "../../../os/fake-os.ts";
import { fakeServer } from "../fake-server.ts";
import { labProcessProbe } from "./lab-process.ts";

function statText(pid: number, group: number, ticks: number, reaped = 0): string {
  return `${pid} (node) S 1 ${group} 1 0 -1 0 0 0 0 0 ${ticks} 0 ${reaped} 0 20 0 1 0 77 0 0\n`;
}

/** dbdyno (10) with a load client (11), a server (12) in a group of its own and a short command (13) in dbdyno's. */
const FILES = {
  "/proc/10/stat": statText(10, 10, 100, 7),
  "/proc/10/task/10/children": "11 12 13 ",
  "/proc/11/stat": statText(11, 11, 200),
  "/proc/11/task/11/children": "",
  "/proc/12/stat": statText(12, 12, 5000),
  "/proc/13/stat": statText(13, 10, 3),
};

async function read(files: Record<string, string>) {
  const probe = labProcessProbe({ os: createFakeOs({ files }), every: 1 });
  const session = await probe.open({
    server: fakeServer({ pid: 12 }),
    labPids: () => [10, 11],
    dataDirectory: "/data",
  });
  return session.read();
}

describe("the lab's own CPU", () => {
  it("is that of dbdyno, its clients and helpers, ended ones too, and never a server's", async () => {
    expect((await read(FILES)).lab_cpu_seconds).toBeCloseTo(1 + 0.07 + 2 + 0.03, 9);
  });

  it("counts what is left when a client has ended", async () => {
    const { "/proc/11/stat": _, ...rest } = FILES;
    expect((await read(rest)).lab_cpu_seconds).toBeCloseTo(1.1, 9);
  });
});
