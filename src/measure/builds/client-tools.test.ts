import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOs } from "../../os/node-os.ts";
import type { Os } from "../../os/os.ts";
import { provideClientTool } from "./client-tools.ts";

let root = "";
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "dbdyno-tools-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** This machine with one program on PATH. */
function withOnPath(programs: Readonly<Record<string, string>>): Os {
  const os = createOs();
  return { ...os, processes: { ...os.processes, which: async (command) => programs[command] ?? null } };
}

async function program(path: string, text: string): Promise<string> {
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o755);
  return path;
}

describe("provideClientTool", () => {
  it("takes what is on PATH, and its word for its version", async () => {
    const path = await program(join(root, "bin/sysbench"), "echo sysbench 1.0.99");
    const tool = await provideClientTool("sysbench", { os: withOnPath({ sysbench: path }), cacheDirectory: root });
    expect(tool).toEqual({ argv: [path], env: {}, version: "sysbench 1.0.99" });
  });

  it("takes what was fetched before, with the folders of its libraries and scripts", async () => {
    const folder = join(root, "cache/tools/sysbench");
    const path = await program(join(folder, "usr/bin/sysbench"), "echo sysbench $LUA_PATH");
    await mkdir(join(folder, "usr/lib/x"), { recursive: true });
    await writeFile(join(folder, "usr/lib/x/libluajit.so.2"), "");
    const tool = await provideClientTool("sysbench", { os: withOnPath({}), cacheDirectory: join(root, "cache") });
    expect(tool.argv).toEqual([path]);
    expect(tool.env.LD_LIBRARY_PATH).toBe(join(folder, "usr/lib/x"));
    expect(tool.version).toBe(`sysbench ${folder}/usr/share/sysbench/?.lua;;`);
  });

  it("says what to do about one on PATH that cannot be run", async () => {
    const path = await program(join(root, "broken/sysbench"), "echo cannot open libpq.so.5 >&2; exit 127");
    const asked = provideClientTool("sysbench", { os: withOnPath({ sysbench: path }), cacheDirectory: root });
    await expect(asked).rejects.toMatchObject({ code: "build-unavailable", message: /libpq\.so\.5/ });
  });

  it("says that a machine without apt needs it on PATH", async () => {
    const asked = provideClientTool("sysbench", { os: withOnPath({}), cacheDirectory: join(root, "none") });
    await expect(asked).rejects.toMatchObject({ code: "tool-missing", message: /has no apt-get/, hint: /on PATH/ });
  });
});
