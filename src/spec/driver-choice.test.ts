import { describe, expect, it } from "vitest";
import type { ScriptLoad } from "../model/workload.ts";
import { driverChoice } from "./driver-choice.ts";

const SCRIPT = { name: "oltp_read_only", file: null };
const LOAD: ScriptLoad = {
  driver: "sysbench",
  script: SCRIPT,
  prepare: SCRIPT,
  options: [],
  effect: "read",
  scale: null,
};

describe("driverChoice", () => {
  it("is the variant's own driver, else the method's, with the options of whichever it is", () => {
    const method = { driver: "sysbench", driverOptions: ["--range-size=50"] } as const;
    expect(driverChoice({}, {}, method)).toEqual({ name: "sysbench", options: ["--range-size=50"] });
    expect(driverChoice({ driver: "native" }, {}, method)).toEqual({ name: "native", options: [] });
    expect(driverChoice({ driver: "sysbench" }, {}, method).options).toEqual(["--range-size=50"]);
    expect(driverChoice({ driverOptions: ["--skip-trx"] }, {}, method).options).toEqual(["--skip-trx"]);
  });

  it("is the script's program for a script, which takes no options of another one", () => {
    const entry = { load: LOAD };
    expect(driverChoice({}, entry, { driver: "native" })).toEqual({ name: "sysbench", options: [] });
    expect(driverChoice({}, entry, { driver: "pgbench", driverOptions: ["-r"] })).toEqual({
      name: "sysbench",
      options: [],
    });
  });
});
