import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createFiles } from "./files.ts";

const files = createFiles();
const scratch = mkdtempSync(join(tmpdir(), "dbdyno-clone-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const at = (name: string) => join(scratch, name);

/** Mode and content of everything below `root`, by relative path. */
function picture(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    ["", ...names].map((name) => {
      const facts = statSync(join(root, name));
      const content = facts.isFile()
        ? createHash("sha256")
            .update(readFileSync(join(root, name)))
            .digest("hex")
        : "";
      return [name, `${facts.mode.toString(8)} ${facts.uid} ${facts.gid} ${content}`];
    }),
  );
}

/** Like a data directory: private, some hundred small files, one larger, an empty folder. */
function makeDataDirectory(root: string): void {
  mkdirSync(join(root, "base/1"), { recursive: true, mode: 0o700 });
  mkdirSync(join(root, "pg_notify"));
  for (let file = 0; file < 300; file += 1) writeFileSync(join(root, "base/1", `${file}`), `${file}`.repeat(file));
  writeFileSync(join(root, "ib_logfile0"), Buffer.alloc(5_000_000, 7));
  writeFileSync(join(root, "read-only"), "secret", { mode: 0o400 });
  chmodSync(join(root, "pg_notify"), 0o500);
}

describe("a clone of a data directory", () => {
  makeDataDirectory(at("data"));

  it("has the same files, modes and owners", async () => {
    await files.cloneDirectory(at("data"), at("clones/one"));
    expect(picture(at("clones/one"))).toEqual(picture(at("data")));
    expect(Object.keys(picture(at("data"))).length).toBeGreaterThan(300);
  });

  it("shares no file with its source: a write to one is not seen in the other", async () => {
    await files.cloneDirectory(at("data"), at("two"));
    const [source, copy] = [statSync(at("data/ib_logfile0")), statSync(at("two/ib_logfile0"))];
    expect(copy.ino).not.toBe(source.ino);
    expect([source.nlink, copy.nlink]).toEqual([1, 1]);
    writeFileSync(at("two/base/1/5"), "written in place", { flag: "r+" });
    expect(readFileSync(at("data/base/1/5"), "utf8")).toBe("55555");
  });

  it("is refused where something is already, which stays as it is", async () => {
    mkdirSync(at("taken"));
    writeFileSync(at("taken/precious"), "");
    await expect(files.cloneDirectory(at("data"), at("taken"))).rejects.toMatchObject({
      code: "data-directory-foreign",
      where: at("taken"),
    });
    expect(readdirSync(at("taken"))).toEqual(["precious"]);
  });

  it("is refused for links out of it, as PostgreSQL's tablespaces are, before anything is written", async () => {
    mkdirSync(at("spaces/pg_tblspc"), { recursive: true });
    symlinkSync(scratch, at("spaces/pg_tblspc/16384"));
    await expect(files.cloneDirectory(at("spaces"), at("three"))).rejects.toMatchObject({
      code: "data-directory-foreign",
      where: at("spaces/pg_tblspc/16384"),
    });
    expect(existsSync(at("three"))).toBe(false);
    symlinkSync(at("data"), at("data-link"));
    await expect(files.cloneDirectory(at("data-link"), at("three"))).rejects.toMatchObject({ where: at("data-link") });
  });

  it("into its own source ends, and has the source as it was", async () => {
    mkdirSync(at("self"));
    writeFileSync(at("self/a"), "a");
    await files.cloneDirectory(at("self"), at("self/copy"));
    expect(readdirSync(at("self/copy"))).toEqual(["a"]);
  });

  it("that fails half way leaves nothing behind, and the error names the file", async () => {
    // Settings of the kernel, some of which nobody may read, root neither.
    await expect(files.cloneDirectory("/proc/sys/vm", at("half"))).rejects.toMatchObject({
      code: "permission-denied",
      where: expect.stringContaining(at("half/")),
    });
    expect(existsSync(at("half"))).toBe(false);
  });
});
