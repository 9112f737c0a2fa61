import { isDisturbed } from "../judge/verdict/disturbance.ts";
import { exitCodeOf } from "../judge/verdict/exit-code.ts";
import { headlines } from "../judge/verdict/headline.ts";
import { judgeRun } from "../judge/verdict/judge-run.ts";
import type { ExitCode } from "../model/exit-codes.ts";
import type { CellVerdict } from "../model/verdict.ts";
import type { ReportDocument } from "../report/document.ts";
import { type Format, render } from "../report/formats.ts";
import { makeReport } from "../report/make-document.ts";
import { makeTimeline } from "../report/timeline.ts";
import type { StoredRun } from "../store/store.ts";
import type { Context } from "./context.ts";
import { readPageAssets } from "./page-assets.ts";

export interface JudgedRun {
  readonly verdicts: readonly CellVerdict[];
  readonly document: ReportDocument;
  readonly exitCode: ExitCode;
}

/**
 * JUDGE: a stored run to its report and exit code. No server is needed, today or in a year. `lab` is as the user gave
 * it, for the commands that the report prints; null is the default.
 */
export function judgeStoredRun(run: StoredRun, lab: string | null): JudgedRun {
  const verdicts = judgeRun(run.plan, run.measurements);
  const document = makeReport({
    run,
    verdicts,
    headlines: headlines(run.plan, verdicts),
    lab,
  });
  return { verdicts, document, exitCode: exitCodeOf(verdicts) };
}

/** Format asked for, else JSON with `--json`, a table on a terminal, TSV in a pipe. */
export function chooseFormat(asked: Format | null, context: Context): Format {
  if (asked !== null) return asked;
  if (context.json) return "json";
  return context.io.outIsTerminal ? "table" : "tsv";
}

/** The judged run in `format`. Throws `file-failed` for a page whose parts are not there. */
export async function renderFor(
  run: StoredRun,
  document: ReportDocument,
  format: Format,
  context: Context,
): Promise<string> {
  const { io, color, os } = context;
  if (format !== "html") return render(document, format, { width: io.width, color });
  const page = { timeline: makeTimeline(run.measurements, isDisturbed), assets: await readPageAssets(os) };
  return render(document, format, { page });
}
