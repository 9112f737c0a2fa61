import { describe, expect, it } from "vitest";
import type { CellVerdict } from "../model/verdict.ts";
import { adviceOf } from "./advice-sentence.ts";
import { dbdynoLine, resumeCommand } from "./dbdyno-command.ts";

const RUN = { id: "RUN", lab: null };

const figures = { throughput: 100, perOperation: {}, latency: null, errors: {}, openLoop: null, statements: [] };

const undecided: CellVerdict = {
  cell: "oltp.point-query.8",
  variant: "on",
  kind: "undecided",
  metric: "throughput",
  difference: { ratio: 0.95, low: 0.89, high: 1.01 },
  sequentialP: 0.1,
  adjustedP: 0.2,
  rounds: 3,
  undecided: { decidableMargin: 0.12, detectableEffect: 0.068, roundsNeeded: 5, secondsNeeded: 540 },
  baseline: figures,
  perOperationDifferences: {},
  figures,
  warnings: [],
};

describe("the advice of an undecided cell", () => {
  it("says which changes it excludes, how many rounds and minutes it needs, and the command", () => {
    expect(adviceOf(undecided, RUN)).toEqual({
      decidableMargin: 0.12,
      detectableEffect: 0.068,
      roundsNeeded: 5,
      secondsNeeded: 540,
      sentence: "excludes changes above 12 %, could have shown one of 6.8 %; needs about 5 more rounds (9 min)",
      command: "dbdyno run --resume RUN --rounds 8",
    });
  });

  it("speaks of one round in the singular, and of no time where none is known", () => {
    const one = {
      ...undecided,
      undecided: { decidableMargin: 0.06, detectableEffect: 0.05, roundsNeeded: 1, secondsNeeded: null },
    };
    expect(adviceOf(one, RUN)?.sentence).toBe(
      "excludes changes above 6 %, could have shown one of 5 %; needs about 1 more round",
    );
  });

  it("names the margin, not a command, where no number of rounds would do", () => {
    const hopeless = {
      ...undecided,
      undecided: { decidableMargin: 0.3, detectableEffect: 0.2, roundsNeeded: null, secondsNeeded: null },
    };
    expect(adviceOf(hopeless, RUN)).toMatchObject({
      command: null,
      sentence: expect.stringContaining("method.margin"),
    });
  });

  it("asks for a second round before there is an interval, with or without advice of the judge", () => {
    const early = {
      command: "dbdyno run --resume RUN",
      decidableMargin: null,
      sentence: "excludes nothing yet: 1 whole round, an interval takes two",
    };
    expect(adviceOf({ ...undecided, rounds: 1, difference: null }, RUN)).toMatchObject(early);
    expect(adviceOf({ ...undecided, rounds: 1, undecided: null }, RUN)).toMatchObject(early);
  });

  it("is not there for a cell with a verdict", () => {
    expect(adviceOf({ ...undecided, kind: "regressed" }, RUN)).toBeNull();
  });

  it("quotes a run's name for the shell", () => {
    expect(resumeCommand({ id: "it's mine", lab: null }, 4)).toBe(`dbdyno run --resume 'it'\\''s mine' --rounds 4`);
  });

  it("names the lab where it is not the default, quoted and once", () => {
    expect(adviceOf(undecided, { id: "RUN", lab: "my lab" })?.command).toBe(
      "dbdyno run --resume RUN --rounds 8 --lab 'my lab'",
    );
    expect(dbdynoLine(["run", "x.yaml", "--lab", "a"], "a")).toBe("dbdyno run x.yaml --lab a");
    expect(dbdynoLine(["run", "x.yaml", "--lab=a"], "a")).toBe("dbdyno run x.yaml --lab=a");
  });
});
