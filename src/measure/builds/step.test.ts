import { describe, expect, it } from "vitest";
import { createOs } from "../../os/node-os.ts";
import { runStep } from "./step.ts";

const os = createOs();

function step(...argv: string[]) {
  return runStep(os, { purpose: "unpack mysql@5.6.24", argv, where: "/cache" });
}

describe("a step of fetching", () => {
  it("gives the command's output", async () => {
    expect(await step("echo", "done")).toBe("done\n");
  });

  it("is disk-full on a full disk, with the variable that names another cache", async () => {
    await expect(step("cp", "/etc/passwd", "/dev/full")).rejects.toMatchObject({
      code: "disk-full",
      message: expect.stringMatching(/^cannot unpack mysql@5\.6\.24: cp: .*No space left on device$/),
      hint: expect.stringContaining("DBDYNO_CACHE"),
      where: "/cache",
    });
  });

  it("is permission-denied where the folder may not be written", async () => {
    const argv = ["sh", "-c", "echo \"mkdir: cannot create directory '/x': Permission denied\" >&2; exit 1"];
    await expect(step(...argv)).rejects.toMatchObject({ code: "permission-denied" });
  });

  it("is build-unavailable with the command's last line otherwise", async () => {
    await expect(step("tar", "-xzf", "/etc/passwd")).rejects.toMatchObject({
      code: "build-unavailable",
      message: expect.stringContaining("tar"),
      hint: expect.stringContaining("tar -xzf /etc/passwd"),
    });
  });

  it("is tool-missing for the command, and for one that a shell or tar calls", async () => {
    await expect(step("dbdyno-no-such-tool")).rejects.toMatchObject({ code: "tool-missing" });
    const missing = { code: "tool-missing", where: "no-such-ln" };
    await expect(step("sh", "-c", "no-such-ln a b || exit")).rejects.toMatchObject(missing);
    const tar = ["sh", "-c", "echo 'tar (child): gzip: Cannot exec: No such file or directory' >&2; exit 2"];
    await expect(step(...tar)).rejects.toMatchObject({
      code: "tool-missing",
      hint: expect.stringContaining("install gzip"),
    });
  });
});
