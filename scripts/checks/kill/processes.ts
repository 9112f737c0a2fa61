/** dbdyno as a user starts it, and what it started, found by its mark. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ownerOf } from "../../../src/os/owner.ts";
import { isAlive, listProcesses } from "../../../src/os/process-table.ts";

const PROGRAM = join(import.meta.dirname, "../../../bin/dbdyno");

export interface Ended {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

export function startDbdyno(args: readonly string[]): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(PROGRAM, args, { stdio: ["ignore", "pipe", "pipe"] });
  const texts = { out: "", err: "" };
  child.stdout.on("data", (bytes) => {
    texts.out += bytes;
  });
  child.stderr.on("data", (bytes) => {
    texts.err += bytes;
  });
  const ended = new Promise<Ended>((resolve) => child.once("close", (exitCode) => resolve({ exitCode, ...texts })));
  return { child, ended };
}

export function dbdyno(args: readonly string[]): Promise<Ended> {
  return startDbdyno(args).ended;
}

export interface Owned {
  readonly server: readonly number[];
  readonly client: readonly number[];
}

/** Living servers and load processes that the dbdyno `pid` started; with null those of any dbdyno. */
export function ownedProcesses(pid: number | null): Owned {
  const owned = listProcesses().filter((stat) => isAlive(stat) && isOf(pid, stat.pid));
  const isServer = (command: string) => command === "mysqld" || command === "postgres";
  return {
    server: owned.filter(({ command }) => isServer(command)).map((stat) => stat.pid),
    client: owned.filter((stat) => commandLine(stat.pid).includes("load-process")).map((stat) => stat.pid),
  };
}

function isOf(pid: number | null, candidate: number): boolean {
  const owner = ownerOf(candidate);
  return owner !== null && (pid === null || owner.pid === pid);
}

/** Empty for a process that ended in between. */
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1");
  } catch {
    return "";
  }
}
