import { describe, expect, it } from "vitest";
import { runAll, withCleanUp } from "./clean-up.ts";

const fail = (name: string) => async (): Promise<never> => {
  throw new Error(name);
};

describe("cleaning up", () => {
  it("tries every step and throws the first fault", async () => {
    const done: string[] = [];
    const steps = [fail("first"), async () => done.push("stop"), fail("second"), async () => done.push("remove")];
    await expect(runAll(steps)).rejects.toThrow("first");
    expect(done).toEqual(["stop", "remove"]);
  });

  it("throws the fault of the body and hands that of the clean-up on", async () => {
    const faults: unknown[] = [];
    await expect(withCleanUp(fail("body"), fail("clean-up"), (fault) => faults.push(fault))).rejects.toThrow("body");
    expect(faults).toMatchObject([{ message: "clean-up" }]);
  });

  it("throws the fault of the clean-up when the body was well", async () => {
    await expect(
      withCleanUp(
        async () => 1,
        fail("clean-up"),
        () => undefined,
      ),
    ).rejects.toThrow("clean-up");
  });
});
