/** What the machine says about processes and sockets, read without the code under test. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import type { SqlConnection } from "../../src/measure/connect/connect.ts";
import { openConnection } from "../../src/measure/connect/open-connection.ts";
import type { RunningServer } from "../../src/model/server.ts";

/** Opens, works, closes. */
export async function withConnection<T>(
  server: RunningServer,
  work: (connection: SqlConnection) => Promise<T>,
): Promise<T> {
  const connection = await openConnection(server);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** Pids of living processes whose command line names `path`. */
export function processesOn(path: string): readonly number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => commandLine(pid).includes(path));
}

/** Empty for a process that ended: since the folder was listed, or not reaped yet. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** False for a process that is gone or only waits to be reaped. */
export function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
}

/** CPUs that a process may use, ascending. */
export function allowedCpus(pid: number | "self"): readonly number[] {
  const text = readFileSync(`/proc/${pid}/status`, "utf8");
  const list = /^Cpus_allowed_list:\s+(.*)$/m.exec(text)?.[1] ?? "";
  return list.split(",").flatMap((part) => {
    const [first = 0, last = first] = part.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  });
}

/** TCP sockets that the process listens on. */
export function listeners(pid: number): readonly string[] {
  const links = execFileSync("ls", ["-l", `/proc/${pid}/fd`], { encoding: "utf8" });
  const inodes = [...links.matchAll(/socket:\[(\d+)\]/g)].map((match) => match[1] ?? "");
  const tables = ["tcp", "tcp6"].map((name) => `/proc/${pid}/net/${name}`).filter((path) => existsSync(path));
  const rows = tables
    .flatMap((path) => readFileSync(path, "utf8").split("\n").slice(1))
    .map((line) => line.trim().split(/\s+/));
  return rows
    .filter(([, , , state, , , , , , inode]) => state === "0A" && inodes.includes(inode ?? ""))
    .map(([, local]) => local ?? "");
}

/** A TCP listener of ours on 127.0.0.1. */
export async function listenOnPort(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no TCP address");
  return { server, port: address.port };
}
