/** A process that takes all of one CPU that it can get. */
import { type ChildProcess, spawn } from "node:child_process";

/** It ends by itself then, so that a test that was killed leaves no busy machine behind. */
const LONGEST_MILLISECONDS = 120_000;

export interface CpuHog {
  end(): Promise<void>;
}

/** Resolves when it runs on `cpu`. */
export async function startCpuHog(cpu: number): Promise<CpuHog> {
  const loop = `process.stdout.write("runs"); const until = Date.now() + ${LONGEST_MILLISECONDS}; while (Date.now() < until);`;
  const child = spawn("taskset", ["-c", String(cpu), process.execPath, "-e", loop], {
    stdio: ["ignore", "pipe", "inherit"],
    // A process group of its own: what shares the group with dbdyno is taken for its helper.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await firstOutput(child, ended);
  return {
    end: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function firstOutput(child: ChildProcess, ended: Promise<void>): Promise<void> {
  const speaks = new Promise<true>((resolve) => child.stdout?.once("data", () => resolve(true)));
  const fails = new Promise<never>((_, reject) => child.once("error", reject));
  const isRunning = await Promise.race([speaks, fails, ended]);
  if (isRunning !== true) throw new Error("the CPU hog ended at once");
}
