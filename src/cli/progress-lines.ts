import type { Progress, ProgressEvent } from "../measure/lab/progress.ts";
import type { Context } from "./context.ts";

/** Clears the line that the cursor stands on: a status line is drawn over itself. */
const CLEAR_LINE = "\r\u001b[2K";

/**
 * Progress for people: one status line that moves, one lasting line a round. Silent with `--quiet` and where stderr is no
 * terminal; with `--verbose` lasting lines are printed there too.
 */
export function progressLines(context: Context): Progress {
  const { io, quiet, verbose } = context;
  if (quiet || !(io.errIsTerminal || verbose)) return () => undefined;
  return (event) => {
    const lasting = lastingLine(event);
    const clear = io.errIsTerminal ? CLEAR_LINE : "";
    if (lasting !== null) io.err(`${clear}${lasting}\n`);
    else if (io.errIsTerminal) io.err(`${CLEAR_LINE}${statusLine(event).slice(0, io.width - 1)}`);
  };
}

function lastingLine(event: ProgressEvent): string | null {
  if (event.kind === "template-ready")
    return event.reused ? null : `loaded ${event.template} in ${minutes(event.seconds)}`;
  if (event.kind === "clean-up-failed") return `warning: not tidied up: ${messageOf(event.fault)}`;
  if (event.kind !== "round-done") return null;
  const open = `${event.openCells} of ${event.cells} cells open`;
  return `round ${event.round} of at most ${event.rounds}: ${open}, ${minutes(event.spent)} spent, at most ${minutes(event.left)} to go`;
}

function statusLine(event: ProgressEvent): string {
  switch (event.kind) {
    case "loading":
      return `loading ${event.template}: ${Math.floor((100 * event.loaded) / event.rows)} %`;
    case "starting":
      return `round ${event.stage.round}: starting ${event.variant}`;
    case "warming":
      return `round ${event.stage.round}: warming ${event.variant}`;
    case "measuring":
      return `round ${event.round}: measuring ${event.cell.id} on ${event.variant} (${event.index})`;
    case "measured":
      return `${event.cell.id} on ${event.variant}: ${Math.round(event.throughput)} operations/s`;
    default:
      return "";
  }
}

/** `45 s`, `7.5 min`. */
export function minutes(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${(seconds / 60).toFixed(1)} min`;
}

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
