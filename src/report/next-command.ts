import { dbdynoLine, type RunPlace, resumeCommand } from "./dbdyno-command.ts";
import type { NextCommand, ReportedCell, ReportedRow, ReportedRun } from "./document.ts";
import { formatDuration, formatPercentUp } from "./format-number.ts";

/** Beyond this a wider margin is the better advice than more rounds. */
const LONGEST_WAIT_SECONDS = 2 * 3600;

/** What to run now: go on when something is open, else keep the report. */
export function nextCommand(
  run: Pick<ReportedRun, "state" | "specFile"> & RunPlace,
  cells: readonly ReportedCell[],
): NextCommand {
  if (run.state !== "done") return { command: resumeCommand(run, null), why: whyResume(run.state) };
  const [cheapest] = decidable(cells).toSorted((a, b) => a.seconds - b.seconds || a.rounds - b.rounds);
  const report = dbdynoLine(["report", run.id, "--format", "md", "-o", `${run.id}.md`], run.lab);
  if (cheapest === undefined) return { command: report, why: "the same for a bug report" };
  const { place, seconds, rounds, margin } = cheapest;
  if (seconds <= LONGEST_WAIT_SECONDS || !Number.isFinite(seconds)) {
    const time = Number.isFinite(seconds) ? `, in about ${formatDuration(seconds)}` : "";
    return { command: resumeCommand(run, rounds), why: `to decide ${place}${time}` };
  }
  const wider =
    margin === null ? "a wider method.margin" : `method.margin: ${formatPercentUp(margin).replace(" ", "")}`;
  const cost = `${place} is the cheapest to decide and needs about ${formatDuration(seconds)}`;
  return run.specFile === null
    ? { command: report, why: `since ${cost}: write a spec with ${wider} (dbdyno init), or keep this for a bug report` }
    : { command: dbdynoLine(["run", run.specFile], run.lab), why: `with ${wider} in the spec, since ${cost}` };
}

interface Decidable {
  /** `oltp.point-query.8 of on` */
  readonly place: string;
  /** Infinite where nobody knows how long a round takes. */
  readonly seconds: number;
  /** Of the run in all. */
  readonly rounds: number;
  readonly margin: number | null;
}

/** Undecided pairs that more rounds would decide. */
function decidable(cells: readonly ReportedCell[]): readonly Decidable[] {
  return cells.flatMap((cell) => cell.rows.flatMap((row) => decidableRow(cell, row)));
}

function decidableRow(cell: ReportedCell, { verdict, variant, rounds, undecided }: ReportedRow): readonly Decidable[] {
  if (verdict !== "undecided" || undecided === null || undecided.roundsNeeded === null) return [];
  return [
    {
      place: `${cell.id} of ${variant}`,
      seconds: undecided.secondsNeeded ?? Number.POSITIVE_INFINITY,
      rounds: rounds + undecided.roundsNeeded,
      margin: undecided.decidableMargin,
    },
  ];
}

function whyResume(state: ReportedRun["state"]): string {
  return state === "failed" ? "to go on once its cause is mended" : "to go on where it stopped";
}
