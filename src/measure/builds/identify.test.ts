import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createOs } from "../../os/node-os.ts";
import type { Os } from "../../os/os.ts";
import { identify } from "./identify.ts";

const os = createOs();
const scratch = mkdtempSync(join(tmpdir(), "dbdyno-identify-"));
afterAll(() => rmSync(scratch, { recursive: true }));

let basedir = scratch;
let number = 0;
beforeEach(() => {
  // A space, an equals sign and a name that lies about the version: none of them may matter.
  number += 1;
  basedir = join(scratch, `${number} mysql=9.9.9`);
  mkdirSync(basedir);
});

const MYSQL = "mysqld  Ver 5.6.24 for linux-glibc2.5 on x86_64 (MySQL Community Server (GPL))";
const POSTGRES = "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)";
const MARIADB = "mysqld  Ver 10.11.18-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64 (Debian 12)";

/** A program in `basedir` with this text or these bytes; executable. Gives its path. */
function program(name: string, content: string | Uint8Array): string {
  const path = join(basedir, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode: 0o755 });
  return path;
}

/** Prints `line` when asked for its version as a server of its family must be asked, else complains. */
function server(name: string, line: string): string {
  const asked = line.startsWith("postgres") ? "--version" : "--no-defaults --version";
  return program(name, `#!/bin/sh\n[ "$*" = "${asked}" ] || exit 9\necho '${line}'\n`);
}

describe("a server is identified", () => {
  it.each(["bin/mysqld", "sbin/mysqld", "libexec/mysqld", "runtime_output_directory/mysqld", "mysqld"])(
    "with its binary in %s",
    async (name) => {
      const binary = server(name, MYSQL);
      const expected = { family: "mysql", version: "5.6.24", versionLine: MYSQL, basedir, binary, libraryPath: null };
      expect(await identify(os, basedir)).toEqual(expected);
      expect(await identify(os, binary)).toEqual(expected);
    },
  );

  it("as PostgreSQL, whose basedir is the one that a link in another folder points to", async () => {
    const binary = server("bin/postgres", POSTGRES);
    const other = join(scratch, `linked-${number}`);
    mkdirSync(join(other, "bin"), { recursive: true });
    symlinkSync(binary, join(other, "bin/postgres"));
    expect(await identify(os, other)).toMatchObject({ family: "postgres", version: "15.18", basedir, binary });
  });

  it("with the folder of a library that comes with the build and that its loader misses", async () => {
    const path = join(basedir, "lib");
    program("lib/libaio.so.1", "");
    const message =
      "./mysqld: error while loading shared libraries: libaio.so.1: cannot open shared object file: No such file or directory";
    program(
      "bin/mysqld",
      `#!/bin/sh\ncase ":$LD_LIBRARY_PATH:" in *":${path}:"*) echo '${MYSQL}';; *) echo '${message}' >&2; exit 127;; esac\n`,
    );
    expect(await identify(os, basedir)).toMatchObject({ version: "5.6.24", libraryPath: path });
  });
});

describe("what is no server to be measured", () => {
  it("is a folder that is not there", async () => {
    const path = join(basedir, "nowhere");
    await expect(identify(os, path)).rejects.toMatchObject({
      code: "basedir-invalid",
      message: `there is no ${path}`,
      where: path,
    });
  });

  it("is not told where a helper tool is missing: the tool is named", async () => {
    server("bin/mysqld", MYSQL);
    const without = (tool: string): Os => {
      const run: Os["processes"]["run"] = (argv, options) =>
        os.processes.run(argv[0] === tool ? ["/nowhere/tool"] : argv, options);
      return { ...os, processes: { ...os.processes, run } };
    };
    for (const tool of ["stat", "test", "timeout"]) {
      await expect(identify(without(tool), basedir)).rejects.toMatchObject({ code: "tool-missing" });
    }
  });

  it("is a folder without a server", async () => {
    await expect(identify(os, basedir)).rejects.toMatchObject({
      code: "basedir-invalid",
      message: expect.stringContaining(`no server in ${basedir}: neither mysqld nor postgres in bin, sbin`),
      hint: expect.stringContaining("bin/mysqld"),
    });
  });

  it("is a folder with two", async () => {
    const binary = server("bin/mysqld", MYSQL);
    server("bin/postgres", POSTGRES);
    await expect(identify(os, basedir)).rejects.toMatchObject({
      code: "basedir-invalid",
      hint: expect.stringContaining(`basedir: ${binary}`),
    });
  });

  it("is MariaDB, whatever its binary is called", async () => {
    const binary = server("sbin/mysqld", MARIADB);
    await expect(identify(os, basedir)).rejects.toMatchObject({
      code: "basedir-invalid",
      message: `${binary} is MariaDB 10.11.18, which dbdyno cannot measure yet`,
      hint: expect.stringContaining("later version"),
    });
  });

  it("is a program that says something else", async () => {
    server("bin/mysqld", "mysqld stub");
    await expect(identify(os, basedir)).rejects.toMatchObject({
      message: expect.stringContaining('says "mysqld stub"'),
    });
  });

  it("is a binary that may not be executed", async () => {
    const binary = server("bin/mysqld", MYSQL);
    chmodSync(binary, 0o644);
    await expect(identify(os, basedir)).rejects.toMatchObject({
      code: "permission-denied",
      message: `${binary} may not be executed`,
      hint: expect.stringContaining(`chmod +x ${binary}`),
    });
  });

  it("is a binary for another machine, named with both", async () => {
    const header = new Uint8Array(64);
    header.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
    header.set([2, 0, 183, 0], 16);
    const binary = program("bin/postgres", header);
    const machine = spawnSync("uname", ["-m"], { encoding: "utf8" }).stdout.trim();
    await expect(identify(os, basedir)).rejects.toMatchObject({
      code: "basedir-invalid",
      message: `${binary} is built for aarch64, and this machine is ${machine}`,
    });
  });

  it("is a binary whose shared library is nowhere: the library is named, with the package that has it", async () => {
    const binary = join(basedir, "mysqld");
    cpSync("/bin/true", binary);
    // Of the same length, so that the file stays whole: the loader then looks for a library that no machine has.
    const patched = spawnSync("sed", ["-i", "s/libc\\.so\\.6/libc.so.X/g", binary]);
    expect(patched.status).toBe(0);
    await expect(identify(os, basedir)).rejects.toMatchObject({
      code: "build-unavailable",
      message: `${binary} does not start: the shared library libc.so.X is not on this machine`,
      hint: expect.stringContaining("LD_LIBRARY_PATH"),
    });
  });

  it("is a binary whose own loader is not there", async () => {
    program("bin/mysqld", "#!/lib/ld-that-no-machine-has.so.1\n");
    await expect(identify(os, basedir)).rejects.toMatchObject({
      code: "basedir-invalid",
      message: expect.stringContaining("wants a loader"),
    });
  });

  it("is a binary that fails, with its last words", async () => {
    program("bin/mysqld", "#!/bin/sh\necho first >&2\necho 'Fatal: cannot think' >&2\nexit 3\n");
    await expect(identify(os, basedir)).rejects.toMatchObject({
      message: expect.stringContaining("--version ended with exit code 3: Fatal: cannot think"),
    });
  });

  it("is a binary that a signal ends", async () => {
    program("bin/mysqld", "#!/bin/sh\nkill -ILL $$\n");
    await expect(identify(os, basedir)).rejects.toMatchObject({ message: expect.stringContaining("newer CPU") });
  });

  it("is a folder that this user may not look into", async () => {
    server("bin/mysqld", MYSQL);
    chmodSync(basedir, 0);
    chmodSync(scratch, 0o755);
    await expect(identify(unprivileged(os), join(basedir))).rejects.toMatchObject({
      code: "permission-denied",
      hint: expect.stringContaining("namei -l"),
    });
    chmodSync(basedir, 0o755);
  });
});

/** Commands as a user who is not root, since root may look anywhere. */
function unprivileged(machine: Os): Os {
  if (process.getuid?.() !== 0) return machine;
  const as = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
  const run: Os["processes"]["run"] = (argv, options) => machine.processes.run([...as, ...argv], options);
  return { ...machine, processes: { ...machine.processes, run } };
}
