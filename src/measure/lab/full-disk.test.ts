import { describe, expect, it } from "vitest";
import { LabError } from "../../model/errors.ts";
import { createFakeOs } from "../../os/fake-os.ts";
import { blamingFullDisk } from "./full-disk.ts";

const FAILED = new Error("Connection terminated unexpectedly");
const roomy = createFakeOs({});
const full = {
  ...roomy,
  files: {
    ...roomy.files,
    write: async (path: string) => {
      throw new LabError({ code: "disk-full", message: `no space left for ${path}`, hint: "free space there" });
    },
  },
};

describe("a failure", () => {
  it("is a full disk where there is no room, with what was said first", async () => {
    const error = await blamingFullDisk(FAILED, "/lab/templates/t", full);
    expect(error).toMatchObject({
      code: "disk-full",
      message: "no space left in /lab/templates/t: Connection terminated unexpectedly",
      hint: "free space there (`df -h /lab/templates/t`), or put the lab elsewhere with --lab DIR",
    });
  });

  it("is what it was where there is room, and when somebody interrupted", async () => {
    expect(await blamingFullDisk(FAILED, "/lab", roomy)).toBe(FAILED);
    const interrupted = new LabError({ code: "interrupted", message: "stopped", hint: "go on" });
    expect(await blamingFullDisk(interrupted, "/lab", full)).toBe(interrupted);
  });
});
