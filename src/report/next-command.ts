import { resumeCommand } from "./advice-sentence.ts";
import type { NextCommand, ReportedCell, RunState } from "./document.ts";
import { formatDuration } from "./format-number.ts";
import { shellLine } from "./shell-quote.ts";

/** What to run now: go on when something is open, else keep the report. */
export function nextCommand(runId: string, state: RunState, cells: readonly ReportedCell[]): NextCommand {
  if (state !== "done") return { command: resumeCommand(runId, null), why: whyResume(state) };
  const open = cells.flatMap((cell) => cell.rows).filter((row) => row.verdict === "undecided");
  const rounds = Math.max(...open.map((row) => row.rounds + (row.undecided?.roundsNeeded ?? 0)));
  if (open.some((row) => row.undecided?.roundsNeeded)) {
    const seconds = Math.max(...open.map((row) => row.undecided?.secondsNeeded ?? 0));
    const time = seconds > 0 ? `, in about ${formatDuration(seconds)}` : "";
    return { command: resumeCommand(runId, rounds), why: `to decide what is undecided${time}` };
  }
  const command = shellLine(["dbdyno", "report", runId, "--format", "md", "-o", `${runId}.md`]);
  return { command, why: "the same for a bug report" };
}

function whyResume(state: RunState): string {
  return state === "failed" ? "to go on once its cause is mended" : "to go on where it stopped";
}
