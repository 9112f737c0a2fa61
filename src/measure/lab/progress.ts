import type { Cell, Stage } from "../../model/plan.ts";
import type { Seconds } from "../../model/units.ts";

/** What the loop tells whoever watches. It never waits for an answer. */
export type ProgressEvent =
  | { readonly kind: "loading"; readonly template: string; readonly loaded: number; readonly rows: number }
  | { readonly kind: "template-ready"; readonly template: string; readonly seconds: Seconds; readonly reused: boolean }
  | { readonly kind: "starting"; readonly stage: Stage; readonly variant: string }
  | { readonly kind: "warming"; readonly stage: Stage; readonly variant: string }
  | {
      readonly kind: "measuring";
      readonly cell: Cell;
      readonly variant: string;
      readonly round: number;
      readonly index: number;
    }
  | { readonly kind: "measured"; readonly cell: Cell; readonly variant: string; readonly throughput: number }
  /** Something could not be tidied up after an error; the error itself is thrown. */
  | { readonly kind: "clean-up-failed"; readonly fault: unknown }
  | {
      readonly kind: "round-done";
      readonly round: number;
      readonly rounds: number;
      readonly openCells: number;
      readonly cells: number;
      readonly spent: Seconds;
      /** Until the end if no more cells close. */
      readonly left: Seconds;
    };

export type Progress = (event: ProgressEvent) => void;
