import { describe, expect, it } from "vitest";
import type { DriverName } from "../model/spec.ts";
import { type OptionsOf, optionProblems } from "./driver-options.ts";

function refused(driver: DriverName, words: readonly string[], use: OptionsOf = "script"): readonly string[] {
  return optionProblems(driver, words, use).map(({ index }) => words[index] ?? "");
}

describe("options of sysbench", () => {
  it.each([
    ["--threads=8"],
    ["--time=3"],
    ["--events=5"],
    ["--report-interval=2"],
    ["--report_interval=2"],
    ["--mysql-socket=/tmp/x"],
    ["--pgsql-db=x"],
    ["--rand-seed=1"],
    ["--config-file=x"],
    ["--help"],
    ["run"],
    ["-x"],
  ])("do not include %s", (word) => {
    expect(refused("sysbench", ["--range-size=50", word, "--skip-trx"])).toEqual([word]);
  });

  it("pass through what dbdyno has no part in", () => {
    const words = ["--range-size=50", "--skip_trx=on", "--mysql-ignore-errors=all", "--my-own=1", "--rate=100"];
    expect(refused("sysbench", words)).toEqual([]);
  });

  it("say tables, keys and protocol of a script, which are the workload's where the statements are ours", () => {
    const words = ["--tables=4", "--table_size=100", "--rand-type=uniform", "--db-ps-mode=disable"];
    expect(refused("sysbench", words)).toEqual([]);
    expect(refused("sysbench", words, "statements")).toEqual(words);
  });

  it("are told with the reason and what to write in their place", () => {
    expect(optionProblems("sysbench", ["--threads=8"], "script")).toEqual([
      {
        index: 0,
        message: "sysbench may not be given --threads=8: the plan sets it",
        hint: "say clients: in the spec",
      },
    ]);
  });
});

describe("options of pgbench", () => {
  it.each([
    [["-c", "8"]],
    [["-c8"]],
    [["--client=8"]],
    [["--client", "8"]],
    [["--cli=8"]],
    [["-rc", "8"]],
    [["-T5"]],
    [["-lr"]],
    [["-f", "x.sql"]],
    [["-S"]],
    [["-i"]],
    [["-h", "/tmp"]],
    [["--random-seed=1"]],
    [["mydb"]],
    [["-k"]],
  ])("do not include %j", (words) => {
    expect(refused("pgbench", words)).toEqual([words[0]]);
  });

  it("pass through what dbdyno has no part in, values as they are", () => {
    const words = ["-r", "-D", "client=8", "-Dtime=5", "--define", "log=1", "-M", "prepared", "--rate=100", "-C"];
    expect(refused("pgbench", [...words, "--max-tries", "3", "--failures-detailed", "-rMsimple"])).toEqual([]);
  });

  it("leave the protocol to the workload where the statements are ours", () => {
    expect(refused("pgbench", ["-r", "-M", "simple"], "statements")).toEqual(["-M"]);
  });
});

describe("options of the native driver", () => {
  it("are none", () => {
    expect(optionProblems("native", [], "statements")).toEqual([]);
    expect(optionProblems("native", ["--x"], "statements")).toMatchObject([
      { message: "the native driver takes no options" },
    ]);
  });
});
