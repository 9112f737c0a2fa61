import { mkdtemp, rm, rmdir, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeDirectory } from "./make-directory.ts";

let root = "";
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "dbdyno-make-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe("makeDirectory", () => {
  it("makes a folder with all above it, and again without a fault", async () => {
    const path = join(root, "a/b/c");
    await makeDirectory(path);
    await makeDirectory(path);
    expect((await stat(path)).isDirectory()).toBe(true);
  });

  it("takes a link to a folder for one", async () => {
    await makeDirectory(join(root, "real"));
    await symlink(join(root, "real"), join(root, "link"));
    await makeDirectory(join(root, "link"));
    await makeDirectory(join(root, "link/below"));
    expect((await stat(join(root, "real/below"))).isDirectory()).toBe(true);
  });

  // Node's own recursive mkdir never returns here.
  it.each(["/proc/lab", "/proc/lab/below"])(
    "ends with the kernel's own fault where no folder can be: %s",
    async (path) => {
      await expect(makeDirectory(path)).rejects.toMatchObject({ code: "ENOENT" });
    },
  );

  it("ends with a fault where a file is in the way, and where a link leads nowhere", async () => {
    await writeFile(join(root, "file"), "");
    await expect(makeDirectory(join(root, "file"))).rejects.toMatchObject({ code: "EEXIST" });
    await expect(makeDirectory(join(root, "file/below"))).rejects.toMatchObject({ code: "ENOTDIR" });
    await symlink(join(root, "nowhere"), join(root, "dangling"));
    await expect(makeDirectory(join(root, "dangling"))).rejects.toMatchObject({ code: "EEXIST" });
  });

  it("gets there although somebody removes the folder above a few times meanwhile", async () => {
    const above = join(root, "contested");
    const remove = async (): Promise<number> =>
      rmdir(above).then(
        () => 1,
        () => 0,
      );
    const remover = (async () => {
      // Fewer than the attempts: whoever removes for ever wins.
      for (let removed = 0, tries = 0; removed < 5 && tries < 2000; tries++) removed += await remove();
    })();
    await makeDirectory(join(above, "own"));
    await remover;
    expect((await stat(join(above, "own"))).isDirectory()).toBe(true);
  });
});
