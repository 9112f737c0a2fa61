import { describe, expect, it } from "vitest";
import { newRunId } from "./run-id.ts";

const startedAt = "2026-11-30T23:59:59.000Z";

describe("the id of a run", () => {
  it("is the day and the experiment's name as a folder's name", () => {
    expect(newRunId({ experiment: "What performance_schema costs, größer?", startedAt, taken: [] })).toBe(
      "2026-11-30-what-performance-schema-costs-gro-er",
    );
    expect(newRunId({ experiment: "8.0.37 vs 8.4.9", startedAt, taken: [] })).toBe("2026-11-30-8.0.37-vs-8.4.9");
  });

  it("counts on where it is taken", () => {
    const taken = ["2026-11-30-a", "2026-11-30-a-2", "2026-11-30-a-4"];
    expect(newRunId({ experiment: "a", startedAt, taken })).toBe("2026-11-30-a-3");
  });

  it("never leaves the folder of runs, whatever the name is", () => {
    expect(newRunId({ experiment: "../../etc", startedAt, taken: [] })).toBe("2026-11-30-etc");
    expect(newRunId({ experiment: "///", startedAt, taken: [] })).toBe("2026-11-30-run");
    expect(newRunId({ experiment: "x".repeat(500), startedAt, taken: [] })).toHaveLength(59);
  });
});
