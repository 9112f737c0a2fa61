import { describe, expect, it } from "vitest";
import type { ReportedCell, ReportedRow } from "./document.ts";
import { nextCommand } from "./next-command.ts";

const row: ReportedRow = {
  variant: "on",
  verdict: "equivalent",
  throughput: 1,
  perOperation: {},
  latency: null,
  errors: {},
  difference: null,
  sequentialP: null,
  adjustedP: null,
  rounds: 4,
  undecided: null,
  perOperationDifferences: {},
};

function cellWith(rows: readonly ReportedRow[]): ReportedCell {
  return { id: "c", workload: "w", step: "s", clients: 1, effect: "read", operations: null, rows };
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

describe("the next command", () => {
  it("goes on with a run that did not end", () => {
    for (const state of ["running", "interrupted", "failed"] as const) {
      expect(nextCommand("RUN", state, []).command).toBe("dbdyno run --resume RUN");
    }
  });

  it("asks for the rounds that the neediest undecided cell needs", () => {
    const cells = [cellWith([openRow(2, 100), row]), cellWith([openRow(5, 540), openRow(null, null)])];
    expect(nextCommand("RUN", "done", cells)).toEqual({
      command: "dbdyno run --resume RUN --rounds 9",
      why: "to decide what is undecided, in about 9 min",
    });
  });

  it("makes the text for a bug report when nothing is open, or nothing that rounds would decide", () => {
    for (const cells of [[], [cellWith([row])], [cellWith([openRow(null, null)])]]) {
      expect(nextCommand("RUN", "done", cells).command).toBe("dbdyno report RUN --format md -o RUN.md");
    }
  });
});
