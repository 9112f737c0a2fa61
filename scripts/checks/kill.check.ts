/**
 * A hundred kills by SIGKILL at random moments of dbdyno itself, of its servers and of its load process, over a small run.
 * After each the next command must leave nothing running, all that was measured must be there byte for byte, and the run must
 * go on; at the end it is whole, and says what was disturbed.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ReportDocument } from "../../src/report/document.ts";
import { createRandom } from "../../src/workloads/random.ts";
import type { CheckResult } from "./check-result.ts";
import { dbdyno, ownedProcesses, startDbdyno } from "./kill/processes.ts";
import { integrityOf, measurementsIn } from "./kill/stored.ts";
import { withLab } from "./run-spec.ts";

const KILLS = 100;
const TARGETS = ["dbdyno", "server", "client"] as const;
type Target = (typeof TARGETS)[number];

/** A fixed number of rounds, more than the kills leave time for: the last session has the rest of them. */
const SPEC = `experiment: kill
variants:
  A: { build: mysql@5.6.24, config: { innodb_buffer_pool_size: 64M } }
  B: { build: postgres@17 }
baseline: A
workloads: [{ oltp: { steps: [point-query, update-index], rows: 5k } }]
clients: [2]
method: { measure: 500ms, measure-writes: 500ms, settle: 100ms, warm-up: 1s, rounds: { min: 30, max: 30 } }
`;

/** Seconds after the start of a session: from before its first server is there to deep in its rounds. */
const EARLIEST = 0.3;
const LATEST = 14;

interface Kill {
  readonly target: Target;
  readonly hit: boolean;
  /** Empty: all held. */
  readonly faults: readonly string[];
}

export function check(): Promise<CheckResult> {
  return withLab(async (lab) => {
    const file = join(lab, "kill.yaml");
    writeFileSync(file, SPEC);
    const planned = await dbdyno(["plan", file, "--lab", lab]);
    if (planned.exitCode !== 0) throw new Error(planned.err);
    const random = createRandom(20_261_201);
    const kills: Kill[] = [];
    let stored: readonly string[] = [];
    let session = ["run", file, "--lab", lab, "--seed", "1"];
    for (let number = 1; number <= KILLS; number++) {
      const target = TARGETS[random.nextBelow(TARGETS.length)] ?? "dbdyno";
      const hit = await killDuring(session, target, EARLIEST + random.nextFraction() * (LATEST - EARLIEST));
      const { faults, now } = await lookAfter(lab, stored);
      kills.push({ target, hit, faults });
      stored = now;
      // A run that was killed before it was in the store is begun again.
      const listed = await dbdyno(["ls", "--lab", lab]);
      if (listed.out.trim().split("\n").length > 1) session = ["run", "--resume", "--lab", lab];
      console.error(
        `kill ${number} of ${KILLS}: ${target}${hit ? "" : " (not there)"}, ${stored.length} measurements, ${faults.join("; ") || "all well"}`,
      );
    }
    return judge(kills, await lastSession(lab), integrityOf(lab));
  });
}

/** Starts a session, kills one of its processes after `seconds`, and waits for its end. False where there was none yet. */
async function killDuring(session: readonly string[], target: Target, seconds: number): Promise<boolean> {
  const { child, ended } = startDbdyno(session);
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  const pids = target === "dbdyno" ? [child.pid ?? 0] : ownedProcesses(child.pid ?? 0)[target];
  const [victim] = pids;
  if (victim !== undefined) kill(victim);
  else child.kill("SIGKILL");
  // A session that outlives the kill of one of its processes is ended, too: by Ctrl-C, as a user would.
  if (target !== "dbdyno") setTimeout(() => child.kill("SIGINT"), 3000).unref();
  await ended;
  return victim !== undefined;
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself in between.
    return;
  }
}

/** What the next command finds and leaves. */
async function lookAfter(lab: string, before: readonly string[]) {
  const { exitCode, err } = await dbdyno(["report", "--lab", lab, "--json"]);
  const now = measurementsIn(lab);
  const left = ownedProcesses(null);
  const faults = [
    // Before the run is in the store there is nothing to report.
    ...(exitCode === 3 || exitCode === 70 ? [`the next command ended with exit code ${exitCode}: ${err}`] : []),
    ...[...left.server, ...left.client].map((pid) => `process ${pid} is left`),
    ...(before.every((row, at) => now[at] === row) ? [] : ["a measurement that was saved is another now"]),
  ];
  return { faults, now };
}

/** To its end. */
async function lastSession(lab: string): Promise<ReportDocument> {
  const { out, err } = await dbdyno(["run", "--resume", "--lab", lab, "--json"]);
  if (out === "") throw new Error(err);
  return JSON.parse(out);
}

function judge(kills: readonly Kill[], document: ReportDocument, integrity: string): CheckResult {
  const faults = kills.flatMap((one) => one.faults);
  const told = document.warnings.filter(({ code }) => code === "set-interrupted" || code === "errors-seen");
  const isWhole = document.run.state === "done";
  const passed = isWhole && faults.length === 0 && integrity === "ok" && told.length > 0;
  const counts = TARGETS.map((target) => {
    const own = kills.filter((one) => one.target === target);
    return `| ${target} | ${own.length} | ${own.filter(({ hit }) => !hit).length} | ${own.flatMap((one) => one.faults).length} |`;
  });
  const report = [
    "| killed | times | was not there yet, so dbdyno instead | faults afterwards |",
    "|---|---|---|---|",
    ...counts,
    "",
    `The store's integrity check says: ${integrity}. The last session ended \`${document.run.state}\` with ${document.run.measurements} measurements.`,
    "",
    ...told.map(({ code, message, where }) => `- ${code}: ${message} (${where.join(", ")})`),
    ...faults.map((fault) => `- FAULT: ${fault}`),
  ];
  return { passed, report: report.join("\n") };
}
