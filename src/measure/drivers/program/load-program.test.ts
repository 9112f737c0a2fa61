import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { LabError } from "../../../model/errors.ts";
import { createOs } from "../../../os/node-os.ts";
import type { Os } from "../../../os/os.ts";
import { LoadProgram, type ProgramOrder } from "./load-program.ts";

const os = createOs();
const folder = mkdtempSync(join(tmpdir(), "dbdyno-program-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A shell in the place of a load generator. */
function order(script: string, changes: Partial<ProgramOrder> = {}): ProgramOrder {
  return {
    name: "loader",
    argv: ["sh", "-c", script],
    env: {},
    logFile: join(folder, "running"),
    archive: join(folder, "loader.log"),
    startMark: /go/,
    from: 0.1,
    to: 0.4,
    isStalled: () => false,
    ...changes,
  };
}

async function measure(asked: ProgramOrder, on: Os = os) {
  return (await LoadProgram.start(on, asked)).measure();
}

/** Hands out what a file held `seconds` ago. */
function slowReader(seconds: number): Os {
  const read = async (path: string) => {
    const text = await os.files.read(path);
    await os.clock.sleep(seconds);
    return text;
  };
  return { ...os, files: { ...os.files, read } };
}

async function failure(asked: ProgramOrder, on: Os = os): Promise<LabError> {
  return measure(asked, on).then(
    () => expect.fail("it ended well"),
    (error: LabError) => error,
  );
}

describe("a load program", () => {
  it("has its measured stretch marked and its CPU read there", async () => {
    const edges: string[] = [];
    const busy = "echo go; i=0; while [ $i -lt 1500000 ]; do i=$((i+1)); done";
    const outcome = await measure(order(busy, { onEdge: (edge) => edges.push(edge) }));
    expect(edges).toEqual(["begin", "end"]);
    expect(outcome.seconds).toBeGreaterThan(0.1);
    expect(outcome.text).toBe("go\n");
    expect(outcome.usage.cpuShare).toBeGreaterThan(0.1);
    expect(outcome.usage.loopCpuShare).toBeLessThan(1.1);
  });

  it("took next to no CPU when it slept", async () => {
    const { usage } = await measure(order("echo go; sleep 0.6"));
    expect(usage.cpuShare).toBeLessThan(0.05);
  });

  it("measures one that ends by itself to its end", async () => {
    const outcome = await measure(order("echo go; sleep 0.5", { from: 0, to: null }));
    expect(outcome.seconds).toBeGreaterThan(0.4);
  });

  it("keeps what it printed behind what earlier ones did, with its command", async () => {
    await measure(order("echo go; echo first; sleep 0.6"));
    await measure(order("echo go; echo second; sleep 0.6"));
    const log = readFileSync(join(folder, "loader.log"), "utf8");
    expect(log.indexOf("first")).toBeLessThan(log.lastIndexOf("second"));
    expect(log).toContain("$ sh -c echo go; echo first; sleep 0.6");
  });

  it("is told of with its own words when it fails before and after its load began", async () => {
    const before = await failure(order("echo FATAL: unable to connect; echo later; exit 1"));
    expect([before.code, before.message]).toEqual([
      "measurement-failed",
      "loader ended with exit code 1: FATAL: unable to connect",
    ]);
    const after = await failure(order("echo go; sleep 0.2; echo FATAL: gone away; exit 3"));
    expect(after.message).toBe("loader ended with exit code 3: FATAL: gone away");
  });

  it("is told of with its last words, also when it ended while its log was read", async () => {
    const slow = order("echo setting up; sleep 0.1; echo FATAL: unable to connect; exit 1");
    expect((await failure(slow, slowReader(0.4))).message).toBe(
      "loader ended with exit code 1: FATAL: unable to connect",
    );
  });

  it("says so when it was over before it could be read", async () => {
    const error = await failure(order("echo go; echo done", { from: 0.5, to: 1 }));
    expect(error.message).toBe("loader was over before its load could be read");
  });

  it("is ended when its load gets nowhere", async () => {
    const stalled = order("echo go; sleep 60", { from: 0, to: null, isStalled: (text) => text.includes("go") });
    expect((await failure(stalled)).message).toContain("gets nowhere");
  });

  it("is ended at once when it is interrupted", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 200);
    const started = performance.now();
    const error = await failure(order("echo go; sleep 60", { from: 0.1, to: 30, signal: controller.signal }));
    expect(error.code).toBe("interrupted");
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
