import { describe, expect, it } from "vitest";
import { createFakeOs } from "../../os/fake-os.ts";
import { remakeFolder } from "./own-folder.ts";

const FOLDER = { path: "/lab/data/run/a", marker: "dbdyno-data.json" };

/** Makes the folder on a machine with these files. Gives the machine. */
async function remakeOn(files: Record<string, string>, fill?: () => Promise<void>) {
  const os = createFakeOs({ files });
  const make = async (): Promise<void> => {
    await os.files.makeDirectory(FOLDER.path);
    await os.files.write(`${FOLDER.path}/dbdyno-data.json`, "new");
  };
  await remakeFolder(os, FOLDER, fill ?? make);
  return os;
}

describe("a folder of the lab", () => {
  it("is made where there is none, and leaves no note", async () => {
    const { files } = await remakeOn({});
    expect(await files.list("/lab/data/run")).toEqual(["a"]);
    expect(await files.read("/lab/data/run/a/dbdyno-data.json")).toBe("new");
  });

  it("takes the place of one of ours with all that is in it", async () => {
    const { files } = await remakeOn({ "/lab/data/run/a/dbdyno-data.json": "old", "/lab/data/run/a/ibdata1": "x" });
    expect(await files.list("/lab/data/run/a")).toEqual(["dbdyno-data.json"]);
  });

  it("takes the place of one that a killed dbdyno left half made", async () => {
    const { files } = await remakeOn({ "/lab/data/run/a/ibdata1": "x", "/lab/data/run/a.unfinished": "" });
    expect(await files.list("/lab/data/run")).toEqual(["a"]);
    expect(await files.list("/lab/data/run/a")).toEqual(["dbdyno-data.json"]);
  });

  it("never takes the place of somebody else's", async () => {
    const os = createFakeOs({ files: { "/lab/data/run/a/precious": "x" } });
    await expect(remakeFolder(os, FOLDER, async () => undefined)).rejects.toMatchObject({
      code: "data-directory-foreign",
      where: FOLDER.path,
    });
    expect(await os.files.read("/lab/data/run/a/precious")).toBe("x");
  });

  it("is known for half made when its making failed", async () => {
    const files = { "/lab/x": "" };
    const os = createFakeOs({ files });
    const failing = async (): Promise<void> => {
      await os.files.makeDirectory(FOLDER.path);
      await os.files.write(`${FOLDER.path}/half`, "x");
      throw new Error("disk full");
    };
    await expect(remakeFolder(os, FOLDER, failing)).rejects.toThrow("disk full");
    await remakeFolder(os, FOLDER, () => os.files.makeDirectory(FOLDER.path));
    expect(await os.files.list(FOLDER.path)).toEqual([]);
  });
});
