import { describe, expect, it } from "vitest";
import type { ScriptLoad, WorkloadEntry } from "../model/workload.ts";
import { repeatCommands } from "./repeat-commands.ts";

const SCRIPT = { name: "./my reads.lua", file: { path: "/work/my reads.lua", sha256: "ab".repeat(32) } };
const LOAD: ScriptLoad = {
  driver: "sysbench",
  script: SCRIPT,
  prepare: SCRIPT,
  options: [],
  effect: "read",
  scale: null,
};
const ENTRY: WorkloadEntry = {
  name: "sysbench",
  workload: "sysbench",
  steps: ["my-reads"],
  tables: 1,
  rows: 0,
  storageEngine: null,
  prepared: true,
  keys: "special",
  load: LOAD,
};

describe("the commands that repeat a run", () => {
  it("keep what is passed through behind the words of our own", () => {
    const command = ["dbdyno", "run", "s.yaml", "--driver", "sysbench", "--", "--seed=1", "--x"];
    const [run] = repeatCommands({ command, seed: 7, lab: "/l" }, [], []);
    expect(run?.command).toBe("dbdyno run s.yaml --driver sysbench --seed 7 --lab /l -- --seed=1 --x");
  });

  it("check each script's file once, whatever it is called", () => {
    const commands = repeatCommands({ command: ["dbdyno", "run", "s.yaml"], seed: 7, lab: null }, [], [ENTRY, ENTRY]);
    expect(commands.slice(1)).toEqual([
      {
        what: "check of script my reads.lua",
        command: `echo '${"ab".repeat(32)}  /work/my reads.lua' | sha256sum -c`,
      },
    ]);
  });
});
