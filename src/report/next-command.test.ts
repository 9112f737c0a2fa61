import { describe, expect, it } from "vitest";
import type { ReportedCell, ReportedRow, ReportedRun } from "./document.ts";
import { nextCommand } from "./next-command.ts";

const row: ReportedRow = {
  variant: "on",
  verdict: "equivalent",
  throughput: 1,
  perOperation: {},
  latency: null,
  errors: {},
  openLoop: null,
  statements: [],
  difference: null,
  sequentialP: null,
  adjustedP: null,
  rounds: 4,
  undecided: null,
  perOperationDifferences: {},
};

function cellWith(rows: readonly ReportedRow[]): ReportedCell {
  const names = { id: "c", workload: "w", step: "s", clients: 1, effect: "read" } as const;
  return { ...names, operations: null, metric: "throughput", openLoop: null, rows };
}

function openRow(roundsNeeded: number | null, secondsNeeded: number | null): ReportedRow {
  const advice = {
    decidableMargin: 0.1,
    detectableEffect: 0.1,
    roundsNeeded,
    secondsNeeded,
    sentence: "",
    command: null,
  };
  return { ...row, verdict: "undecided", undecided: advice };
}

function run(state: ReportedRun["state"] = "done", specFile: string | null = "my spec.yaml") {
  return { id: "RUN", state, specFile, lab: null };
}

describe("the next command", () => {
  it("goes on with a run that did not end", () => {
    for (const state of ["running", "interrupted", "failed"] as const) {
      expect(nextCommand(run(state), []).command).toBe("dbdyno run --resume RUN");
    }
  });

  it("asks for the rounds of the cheapest undecided cell, and names it", () => {
    const cells = [cellWith([openRow(379, 32_760), row]), cellWith([openRow(5, 540), openRow(null, null)])];
    expect(nextCommand(run(), cells)).toEqual({
      command: "dbdyno run --resume RUN --rounds 9",
      why: "to decide c of on, in about 9 min",
    });
  });

  it("takes the fewest rounds where nobody knows how long they last", () => {
    expect(nextCommand(run(), [cellWith([openRow(7, null), openRow(3, null)])])).toEqual({
      command: "dbdyno run --resume RUN --rounds 7",
      why: "to decide c of on",
    });
  });

  it("asks for a wider margin where even the cheapest takes over two hours", () => {
    const cells = [cellWith([openRow(379, 32_760)])];
    expect(nextCommand(run(), cells)).toEqual({
      command: "dbdyno run 'my spec.yaml'",
      why: "with method.margin: 10% in the spec, since c of on is the cheapest to decide and needs about 9.1 h",
    });
    expect(nextCommand(run("done", null), cells).why).toContain("write a spec with method.margin: 10%");
  });

  it("names the lab in each of them where it is not the default", () => {
    const lab = "/mnt/my lab";
    const commands = [
      nextCommand({ ...run("interrupted"), lab }, []),
      nextCommand({ ...run(), lab }, [cellWith([openRow(5, 540)])]),
      nextCommand({ ...run(), lab }, [cellWith([openRow(379, 32_760)])]),
      nextCommand({ ...run(), lab }, []),
    ].map(({ command }) => command);
    expect(commands).toEqual([
      "dbdyno run --resume RUN --lab '/mnt/my lab'",
      "dbdyno run --resume RUN --rounds 9 --lab '/mnt/my lab'",
      "dbdyno run 'my spec.yaml' --lab '/mnt/my lab'",
      "dbdyno report RUN --format md -o RUN.md --lab '/mnt/my lab'",
    ]);
  });

  it("makes the text for a bug report when nothing is open, or nothing that rounds would decide", () => {
    for (const cells of [[], [cellWith([row])], [cellWith([openRow(null, null)])]]) {
      expect(nextCommand(run(), cells).command).toBe("dbdyno report RUN --format md -o RUN.md");
    }
  });
});
