import { EXIT, type ExitCode, strongestExitCode } from "../../model/exit-codes.ts";
import type { CellVerdict, VerdictKind } from "../../model/verdict.ts";

const EXIT_OF_KIND: Readonly<Record<VerdictKind, ExitCode>> = {
  regressed: EXIT.regressed,
  improved: EXIT.ok,
  equivalent: EXIT.ok,
  undecided: EXIT.undecided,
  "not steady": EXIT.undecided,
  "not comparable": EXIT.undecided,
  "client saturated": EXIT.undecided,
};

/** Exit code of a run that went through: 1 if any pair regressed, else 4 if any carries no decision, else 0. */
export function exitCodeOf(verdicts: readonly CellVerdict[]): ExitCode {
  return strongestExitCode(verdicts.map((verdict) => EXIT_OF_KIND[verdict.kind]));
}
