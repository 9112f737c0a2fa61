/** Runs the command line as a user would, in a child process, and reads its JSON report. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ReportDocument } from "../../src/report/document.ts";

const root = join(import.meta.dirname, "../..");

/** A lab of the check's own, shared by its runs so that data is loaded once; removed afterwards. */
export async function withLab<T>(body: (lab: string) => Promise<T>): Promise<T> {
  const lab = mkdtempSync(join(tmpdir(), "dbdyno-check-"));
  try {
    return await body(lab);
  } finally {
    rmSync(lab, { recursive: true, force: true });
  }
}

/** Writes `spec` into the lab and runs it. Throws when the exit code says that something else than the verdict went wrong. */
export async function runSpecText(spec: string, lab: string, args: readonly string[] = []): Promise<ReportDocument> {
  const file = join(lab, "check.yaml");
  writeFileSync(file, spec);
  return runSpecFile(file, lab, args);
}

export async function runSpecFile(file: string, lab: string, args: readonly string[] = []): Promise<ReportDocument> {
  const child = spawn(join(root, "bin/dbdyno"), ["run", file, "--lab", lab, "--json", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const exitCode = await new Promise<number | null>((resolve) => child.on("close", resolve));
  if (exitCode !== 0 && exitCode !== 1 && exitCode !== 4)
    throw new Error(`dbdyno run ${file} ended with exit code ${exitCode}`);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}
