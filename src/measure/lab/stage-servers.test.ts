import { describe, expect, it } from "vitest";
import { LabError } from "../../model/errors.ts";
import { type StageServers, whileAlive } from "./stage-servers.ts";

/** A stage of one variant whose server's end is known `milliseconds` from now; null: it lives on. */
function stage(milliseconds: number | null): StageServers {
  const ends = milliseconds === null ? Number.POSITIVE_INFINITY : performance.now() + milliseconds;
  const exitCode = (): number | null => (performance.now() >= ends ? 137 : null);
  const open = { variant: { name: "a" }, handle: { server: { errorLog: "/lab/error.log" }, exitCode } };
  return { stage: { id: "r01.oltp.reads" }, variants: new Map([["a", open]]) } as unknown as StageServers;
}

const broken = async (): Promise<never> => {
  throw new LabError({ code: "measurement-failed", message: "read ECONNRESET", hint: "" });
};

describe("whileAlive", () => {
  it("tells that a server ended although its connections broke before that was known", async () => {
    await expect(whileAlive(stage(120), "the warm-up", broken)).rejects.toMatchObject({
      code: "server-died",
      message: "server of variant a ended with exit code 137 during the warm-up",
      where: "/lab/error.log",
    });
  });

  it("tells another failure, and during what, when all servers live", async () => {
    await expect(whileAlive(stage(null), "the warm-up", broken)).rejects.toMatchObject({
      code: "measurement-failed",
      message: "the warm-up: read ECONNRESET",
    });
  });

  it("does not wait when it was interrupted", async () => {
    const started = performance.now();
    const interrupted = async (): Promise<never> => {
      throw new LabError({ code: "interrupted", message: "interrupted", hint: "" });
    };
    await expect(whileAlive(stage(null), "the warm-up", interrupted)).rejects.toMatchObject({ code: "interrupted" });
    expect(performance.now() - started).toBeLessThan(300);
  });
});
