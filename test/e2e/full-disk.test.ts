/** A server whose disk becomes full under a load that writes: counted by code, told with a remedy, and nothing hangs. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runOnSmallDisk } from "../support/full-disk.ts";
import type { FullDiskOrder, LoadEnd } from "../support/full-disk-load.ts";
import type { FullDiskRuns } from "../support/full-disk-run.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const MYSQL = {
  family: "mysql",
  version: "5.6.24",
  config: {
    innodb_buffer_pool_size: "64M",
    innodb_log_file_size: "8M",
    innodb_flush_log_at_trx_commit: "2",
    performance_schema: "OFF",
  },
  storageEngine: "innodb",
} as const;
const POSTGRES = {
  family: "postgres",
  version: "17",
  config: { shared_buffers: "32MB", synchronous_commit: "off" },
  storageEngine: null,
} as const;

const SPEC = `variants:
  A: { build: postgres@17 }
  B: { build: postgres@17 }
baseline: A
workloads: [{ oltp: { steps: [insert], rows: 20k } }]
clients: [4]
method: { measure: 500ms, settle: 250ms, warm-up: 1s, rounds: { min: 2, max: 2 } }
`;

async function loadsOnFullDisk(order: FullDiskOrder): Promise<readonly LoadEnd[]> {
  const program = new URL("../support/full-disk-load.ts", import.meta.url);
  const mount = await temporaryFolder();
  const text = await runOnSmallDisk({ program, args: [JSON.stringify(order)], mount, megabytes: 256 });
  return JSON.parse(text);
}

describe.each([
  { server: MYSQL, code: "1114" },
  { server: POSTGRES, code: "53100" },
])("a load of inserts on $server.family with a full disk", ({ server, code }) => {
  it("counts the server's code, goes on when space is freed, and says what helps where nothing can be done", async () => {
    const [bounded, timed, freed] = await loadsOnFullDisk({ ...server, loads: ["bounded", "timed", "freed"] });
    for (const end of [bounded, timed]) {
      expect(end?.failure?.code).toBe("measurement-failed");
      expect(end?.failure?.message).toContain(code);
      expect(end?.failure?.hint).toContain("disk is full: free space");
      expect(end?.seconds).toBeLessThan(30);
    }
    expect(freed?.failure).toBeNull();
    expect(Object.keys(freed?.errors ?? {})).toEqual([code]);
    expect(freed?.lastSecond).toBeGreaterThan(0);
  });
});

describe("a load of inserts on a MyISAM table with a full disk", () => {
  it("ends although the server waits until somebody frees space", async () => {
    const [bounded] = await loadsOnFullDisk({ ...MYSQL, storageEngine: "myisam", loads: ["bounded"] });
    expect(bounded?.failure?.message).toMatch(/no operation ended for 2 s, \d+ of 1000000 operations done/);
    expect(bounded?.failure?.hint).toContain("error.log");
    expect(bounded?.seconds).toBeLessThan(30);
  });
});

describe("dbdyno run on a disk that becomes full", () => {
  it("ends with exit code 3 and the server's own words, and goes on when there is space", async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, "spec.yaml"), SPEC);
    const mount = join(cwd, "lab/data");
    await mkdir(mount, { recursive: true });
    const program = new URL("../support/full-disk-run.ts", import.meta.url);
    const { first, resumed }: FullDiskRuns = JSON.parse(
      await runOnSmallDisk({ program, args: [cwd], mount, megabytes: 512 }),
    );
    expect(first.exitCode).toBe(3);
    expect(first.err).toMatch(/oltp\.insert\.4 on [AB]: .*53100.*No space left on device/);
    expect(first.err).toContain("disk is full: free space");
    const { run } = JSON.parse(resumed.out);
    expect(run).toMatchObject({ state: "done", measurements: 4 });
  });
});
