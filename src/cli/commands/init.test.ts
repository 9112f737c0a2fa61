import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../../../test/support/cli.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";

async function init(cwd: string, file: string) {
  const result = await runCli(["init", file], { cwd });
  expect(result.exitCode).toBe(0);
  return result.out;
}

describe("dbdyno init", () => {
  it("writes the schema beside the spec, where the spec's first line looks for it", async () => {
    const cwd = await temporaryFolder();
    const out = await init(cwd, "sub/mine.yaml");
    expect((await readFile(join(cwd, "sub/mine.yaml"), "utf8")).split("\n")[0]).toContain(
      "$schema=./dbdyno.schema.json",
    );
    expect(JSON.parse(await readFile(join(cwd, "sub/dbdyno.schema.json"), "utf8"))).toHaveProperty("properties");
    await expect(readFile(join(cwd, "dbdyno.schema.json"))).rejects.toThrow("ENOENT");
    expect(out).toContain("wrote sub/mine.yaml\nwrote sub/dbdyno.schema.json\n");
  });

  it("keeps a schema file that is there, and says so where it differs", async () => {
    const cwd = await temporaryFolder();
    await mkdir(join(cwd, "sub"));
    await writeFile(join(cwd, "sub/dbdyno.schema.json"), "{}\n");
    const out = await init(cwd, "sub/mine.yaml");
    expect(await readFile(join(cwd, "sub/dbdyno.schema.json"), "utf8")).toBe("{}\n");
    expect(out).toContain("kept sub/dbdyno.schema.json, which differs: dbdyno spec --schema > sub/dbdyno.schema.json");
  });

  it("says nothing of a schema that is today's already", async () => {
    const cwd = await temporaryFolder();
    await init(cwd, "one.yaml");
    expect(await init(cwd, "two.yaml")).not.toContain("schema");
  });
});
