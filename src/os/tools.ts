/** Commands that dbdyno runs where they are there: how to get them, and where they are. */
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { join } from "node:path";
import { LabError } from "../model/errors.ts";

/** Debian's packages; other distributions mostly use the same names. */
const TOOL_PACKAGES: Readonly<Record<string, string>> = {
  "apt-cache": "apt",
  "apt-get": "apt",
  chmod: "coreutils",
  cp: "coreutils",
  "dpkg-deb": "dpkg",
  env: "coreutils",
  "eu-stack": "elfutils",
  find: "findutils",
  gdb: "gdb",
  getconf: "libc-bin",
  gzip: "gzip",
  ldd: "libc-bin",
  ln: "coreutils",
  ls: "coreutils",
  mkdir: "coreutils",
  mktemp: "coreutils",
  mv: "coreutils",
  npm: "npm",
  od: "coreutils",
  perf: "linux-perf",
  pgbench: "postgresql-contrib",
  readlink: "coreutils",
  rm: "coreutils",
  sh: "dash",
  sha512sum: "coreutils",
  stat: "coreutils",
  sysbench: "sysbench",
  tar: "tar",
  taskset: "util-linux",
  test: "coreutils",
  timeout: "coreutils",
  unshare: "util-linux",
  xz: "xz-utils",
};

/** Debian's package of `command`; null for a program that is none of dbdyno's own tools. */
export function packageOf(command: string): string | null {
  return TOOL_PACKAGES[command] ?? null;
}

/** The `tool-missing` error for a command that was not found or is no program. */
export function toolMissing(command: string, cause: unknown): LabError {
  const name = TOOL_PACKAGES[command];
  return new LabError({
    code: "tool-missing",
    message: `cannot run ${command}: there is no such program`,
    hint: missingHint(command, name),
    where: command,
    cause,
  });
}

function missingHint(command: string, packageName: string | undefined): string {
  if (command.includes("/")) return `look at it with \`ls -l ${command}\`; \`dbdyno doctor\` checks all that is needed`;
  if (packageName === undefined) return `install ${command} and see that it is on PATH; \`dbdyno doctor\` checks it`;
  return `install it with \`apt-get install ${packageName}\`; \`dbdyno doctor\` tells what is lost without it`;
}

/** The absolute path that `command` has on `searchPath` (as in PATH), or null. A command with a slash is its own path. */
export async function findTool(command: string, searchPath: string): Promise<string | null> {
  if (command.includes("/")) return (await isProgram(command)) ? command : null;
  for (const folder of searchPath.split(":").filter((entry) => entry !== "")) {
    const path = join(folder, command);
    if (await isProgram(path)) return path;
  }
  return null;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    // Not there or closed to this user: the answer to the question, not a fault.
    return false;
  }
}
