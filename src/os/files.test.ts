import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { fileFault } from "./faults.ts";
import { whyNotWritable } from "./file-facts.ts";
import { createFiles } from "./files.ts";
import { makeSocketDirectory } from "./socket-folder.ts";

const files = createFiles();
const scratch = mkdtempSync(join(tmpdir(), "dbdyno-files-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const at = (name: string) => join(scratch, name);

describe("texts", () => {
  it("are written, appended to and read back", async () => {
    await files.write(at("notes"), "one\n");
    await files.append(at("notes"), "zwei: ü\n");
    expect(await files.read(at("notes"))).toBe("one\nzwei: ü\n");
    expect(await files.size(at("notes"))).toBe(13);
  });

  it("that are not there are null where asked so, else an error that names the path", async () => {
    expect(await files.readIfThere(at("nowhere"))).toBeNull();
    expect(await files.readIfThere(at("notes/below-a-file"))).toBeNull();
    await expect(files.read(at("nowhere"))).rejects.toMatchObject({
      name: "LabError",
      where: at("nowhere"),
      message: expect.stringContaining("ENOENT"),
    });
  });

  it("have the SHA-256 that FIPS 180-4 gives for `abc`", async () => {
    await files.write(at("abc"), "abc");
    expect(await files.sha256(at("abc"))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});

describe("files of the kernel", () => {
  it("are read at once, and are null where the process they are of is gone", () => {
    expect(files.readKernelFile("/proc/self/comm")).toMatch(/\n$/);
    expect(files.readKernelFile("/proc/999999999/stat")).toBeNull();
    expect(files.readKernelFile("/proc/version/below-a-file")).toBeNull();
  });

  it("that refuse to be read are an error that names them", () => {
    expect(() => files.readKernelFile("/proc")).toThrow(expect.objectContaining({ name: "LabError", where: "/proc" }));
  });
});

describe("faults", () => {
  it("of a full disk are `disk-full`, with the path", async () => {
    await expect(files.write("/dev/full", "x")).rejects.toMatchObject({ code: "disk-full", where: "/dev/full" });
    await expect(files.append("/dev/full", "x")).rejects.toMatchObject({
      code: "disk-full",
      hint: expect.stringMatching(/df -h \/dev\/full.*rm -r.*templates.*--lab DIR/),
    });
  });

  it("of missing rights are `permission-denied`, also for root", async () => {
    await expect(files.remove("/proc/version")).rejects.toMatchObject({
      code: "permission-denied",
      where: "/proc/version",
    });
  });
});

describe("each fault of a path has its sentence", () => {
  const said = (work: Promise<unknown>) =>
    work.then(
      () => "nothing",
      (fault: unknown) => String(fault),
    );

  it("a file where a folder is needed, also above the path, is named", async () => {
    await files.write(at("plain"), "");
    const sentence = `${at("plain")} is a file, where a folder is needed`;
    expect(await said(files.makeDirectory(at("plain")))).toContain(`${sentence} (EEXIST)`);
    expect(await said(files.makeDirectory(at("plain/lab/deep")))).toContain(`${sentence} (ENOTDIR)`);
    expect(await said(files.write(at("plain/lab/deep"), ""))).toContain(`${sentence} (ENOTDIR)`);
    expect(await said(files.list(at("plain")))).toContain(`${sentence} (ENOTDIR)`);
  });

  it("a folder that may not be made is no missing folder", async () => {
    const script = `
      const { createFiles } = await import(${JSON.stringify(new URL("./files.ts", import.meta.url).href)});
      await createFiles().makeDirectory(${JSON.stringify(at("ro/lab/deep"))}).catch((fault) => console.log(fault.message));`;
    const steps = [`mkdir ${at("ro")}`, `mount -t tmpfs -o ro tmpfs ${at("ro")}`, '"$NODE" --eval "$SCRIPT"'];
    const env = { ...process.env, NODE: process.execPath, SCRIPT: script };
    const argv = ["--user", "--map-root-user", "--mount", "sh", "-ec", steps.join("\n")];
    const said = execFileSync("unshare", argv, { env, encoding: "utf8" });
    expect(said).toBe(`${at("ro/lab/deep")} is on a read-only file system (EROFS)\n`);
  });

  it("a folder that is read or written as a file is a folder", async () => {
    expect(await said(files.read(scratch))).toContain(`${scratch} is a folder, not a file (EISDIR)`);
    expect(await said(files.write(scratch, ""))).toContain(`${scratch} is a folder, not a file (EISDIR)`);
  });

  it("a missing folder and a missing file are told apart", async () => {
    expect(await said(files.write(at("none/new"), ""))).toContain(`the folder ${at("none")} does not exist (ENOENT)`);
    expect(await said(files.read(at("none")))).toContain(`there is no ${at("none")} (ENOENT)`);
  });

  it("a read-only file system is not a matter of rights; errnos without a sentence are told by name", () => {
    const fault = (code: string) => fileFault(Object.assign(new Error(code), { code }), "/lab/x");
    expect(fault("EROFS")).toMatchObject({
      code: "permission-denied",
      message: "/lab/x is on a read-only file system (EROFS)",
      hint: expect.stringMatching(/findmnt -T \/lab\/x.*--lab DIR/),
    });
    expect(fault("ENOSPC")).toMatchObject({ code: "disk-full", hint: expect.stringContaining("`df -h /`") });
    expect(fault("EACCES")).toMatchObject({ message: "not allowed: /lab/x (EACCES)" });
    expect(fault("EPROTO")).toMatchObject({ code: "file-failed", message: "cannot use /lab/x (EPROTO)" });
  });
});

describe("whether a file can be written", () => {
  it("is asked without writing: null, or the fault that writing would have", () => {
    expect(whyNotWritable(at("some-new-file"))).toBeNull();
    expect(whyNotWritable(at("none/new"))?.message).toContain(`the folder ${at("none")} does not exist`);
    expect(whyNotWritable(scratch)?.message).toContain("is a folder, not a file");
    expect(() => statSync(at("some-new-file"))).toThrow("ENOENT");
  });
});

describe("folders", () => {
  it("are made with those above and listed by name", async () => {
    await files.makeDirectory(at("a/b/c"));
    await files.makeDirectory(at("a/b/c"));
    await files.write(at("a/x"), "");
    expect(await files.list(at("a"))).toEqual(["b", "x"]);
    expect(await files.exists(at("a/b/c"))).toBe(true);
    expect(await files.exists(at("a/b/d"))).toBe(false);
  });

  it("for sockets are private, new each time, and short", async () => {
    const first = await files.makeSocketDirectory();
    const second = await makeSocketDirectory(at("x".repeat(80)));
    try {
      expect(second).toMatch(/^\/tmp\/dbdyno-.{6}$/);
      expect(first).not.toBe(second);
      for (const folder of [first, second]) {
        expect(statSync(folder).mode & 0o777).toBe(0o700);
        expect(join(folder, ".s.PGSQL.65535").length).toBeLessThanOrEqual(107);
      }
    } finally {
      await files.remove(first);
      await files.remove(second);
    }
  });
});

describe("symbolic links", () => {
  it("are told apart from what they lead to, and are there even when they lead nowhere", async () => {
    symlinkSync(scratch, at("link"));
    symlinkSync(at("gone"), at("dangling"));
    expect(await files.isSymbolicLink(at("link"))).toBe(true);
    expect(await files.isSymbolicLink(scratch)).toBe(false);
    expect(await files.isSymbolicLink(at("nowhere"))).toBe(false);
    expect(await files.exists(at("dangling"))).toBe(true);
  });
});

describe("removing", () => {
  it("takes a folder with all that is in it, but not what links inside lead to", async () => {
    mkdirSync(at("old/deep"), { recursive: true });
    mkdirSync(at("kept"));
    writeFileSync(at("kept/data"), "");
    symlinkSync(at("kept"), at("old/deep/link"));
    await files.remove(at("old"));
    expect(await files.exists(at("old"))).toBe(false);
    expect(await files.exists(at("kept/data"))).toBe(true);
  });

  it("of what is not there is no fault", async () => {
    await files.remove(at("nowhere"));
  });

  it("refuses a symbolic link, with a slash at its end too", async () => {
    mkdirSync(at("target"));
    symlinkSync(at("target"), at("refused-link"));
    for (const path of [at("refused-link"), `${at("refused-link")}/`]) {
      await expect(files.remove(path)).rejects.toMatchObject({ code: "data-directory-foreign", where: path });
    }
    expect(await files.exists(at("target"))).toBe(true);
  });

  it("refuses the root, every home folder and what is above one", async () => {
    // A home of our own: should the guard fail, nothing of value is lost with it.
    const home = at("homes/anna");
    mkdirSync(home, { recursive: true });
    symlinkSync(at("homes"), at("other-way"));
    vi.stubEnv("HOME", home);
    try {
      for (const path of [home, dirname(home), join(at("other-way"), "anna"), `${home}/../anna`]) {
        await expect(files.remove(path)).rejects.toMatchObject({ code: "data-directory-foreign" });
      }
      await files.makeDirectory(join(home, "lab"));
      await files.remove(join(home, "lab"));
      expect(await files.list(home)).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});
