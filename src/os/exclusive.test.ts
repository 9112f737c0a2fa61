import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { holdName } from "./exclusive.ts";

describe("a name that is held", () => {
  it("is refused to others, who learn by whom, until it is released", async () => {
    const name = randomUUID();
    const first = await holdName(name, "run demo, pid 7");
    if (first.kind !== "held") throw new Error("nobody else knows the name");
    expect(await holdName(name, "another")).toEqual({ kind: "taken", by: "run demo, pid 7" });
    await first.release();
    const second = await holdName(name, "another");
    expect(second.kind).toBe("held");
    if (second.kind === "held") await second.release();
  });
});
