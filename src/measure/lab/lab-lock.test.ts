import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOs } from "../../os/node-os.ts";
import { exclusively } from "./lab-lock.ts";

const os = createOs();

describe("measuring exclusively", () => {
  const name = randomUUID();
  let lab: string;

  beforeEach(() => {
    lab = mkdtempSync(join(tmpdir(), "dbdyno-lock-"));
  });
  afterEach(() => rmSync(lab, { recursive: true }));

  it("refuses a second on this machine and says who is there, and leaves nothing behind", async () => {
    const second = () => exclusively({ os, lab, name, what: "run of b" }, async () => "measured");
    await exclusively({ os, lab, name, what: "run of a" }, async () => {
      expect(readdirSync(lab)).toEqual(["dbdyno.lock"]);
      await expect(second()).rejects.toMatchObject({
        code: "machine-busy",
        message: expect.stringContaining(`run of a, process ${process.pid}, lab ${lab}, since 20`),
      });
    });
    expect(readdirSync(lab)).toEqual([]);
    expect(await second()).toBe("measured");
  });

  it("is free again after a failure, and after a dbdyno of this machine that was killed", async () => {
    const failing = exclusively({ os, lab, name, what: "run of a" }, () => Promise.reject(new Error("disk full")));
    await expect(failing).rejects.toThrow("disk full");
    writeFileSync(join(lab, "dbdyno.lock"), JSON.stringify({ machine: hostname(), about: "killed" }));
    expect(await exclusively({ os, lab, name, what: "run of a" }, async () => "measured")).toBe("measured");
  });

  it("refuses a lab that another machine uses, and names the note", async () => {
    const note = join(lab, "dbdyno.lock");
    for (const text of ['{"machine":"far","about":"run of c, process 7"}', "cut o"]) {
      writeFileSync(note, text);
      await expect(exclusively({ os, lab, name, what: "run of a" }, async () => "measured")).rejects.toMatchObject({
        code: "lab-in-use",
        where: note,
      });
    }
  });
});
