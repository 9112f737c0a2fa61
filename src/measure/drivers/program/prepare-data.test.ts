import { describe, expect, it } from "vitest";
import { createFakeOs } from "../../../os/fake-os.ts";
import { fakeServer } from "../../probes/fake-server.ts";
import type { PrepareRequest } from "../driver.ts";
import { prepareData } from "./prepare-data.ts";

const REQUEST: PrepareRequest = {
  server: fakeServer({ family: "mysql" }),
  load: {
    driver: "sysbench",
    script: { name: "./my.lua", file: null },
    prepare: { name: "./my.lua", file: null },
    options: [],
    effect: "read",
    scale: null,
  },
  seed: 1,
  logFile: "/lab/load.client.log",
};

async function prepare(exitCode: number, stderr: string) {
  const os = createFakeOs({ run: () => ({ exitCode, stdout: "sysbench 1.0.20\n", stderr }) });
  await os.files.makeDirectory("/lab");
  const call = { os, tool: { argv: ["sysbench"], env: {} }, name: "sysbench", arguments: ["my.lua", "prepare"] };
  return { os, done: () => prepareData(REQUEST, call) };
}

describe("prepareData", () => {
  it("keeps the command and what it printed", async () => {
    const { os, done } = await prepare(0, "");
    await done();
    expect(await os.files.read("/lab/load.client.log")).toBe("$ sysbench my.lua prepare\nsysbench 1.0.20\n");
  });

  it("fails with the program's own words, the script's name, and what a script without data wants", async () => {
    const { done } = await prepare(1, "'my.lua' test does not implement the 'prepare' command.\n");
    const error: unknown = await done().catch((fault) => fault);
    expect(error).toMatchObject({
      code: "load-failed",
      message:
        "sysbench could not prepare the data of ./my.lua: 'my.lua' test does not implement the 'prepare' command.",
      hint: expect.stringContaining("prepare: false"),
    });
  });

  it("tells the first error, and not that the run was aborted", async () => {
    const said =
      'pgbench: error: client 0 script 0 aborted: ERROR:  relation "t" exists\npgbench: error: Run was aborted\n';
    const { done } = await prepare(2, said);
    await expect(done()).rejects.toThrow('relation "t" exists');
  });
});
