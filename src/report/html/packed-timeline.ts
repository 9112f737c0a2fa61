/** The form of a timeline in a page: what `packTimeline` writes and the page's script reads. */

/** Rates are kept in 16 bits, as parts of the highest of their measurement: better than 0.002 % of it. */
export const RATE_STEPS = 65_535;

/** What `web/report.js` reads. One entry a measurement in each column but `rates`, which has one a second. */
export interface PackedTimeline {
  readonly variants: readonly string[];
  readonly cells: readonly string[];
  /** Uint16: number in `variants`. */
  readonly variant: string;
  /** Uint16: number in `cells`. */
  readonly cell: string;
  /** Float32, seconds since the run's first measurement. */
  readonly start: string;
  /** Uint32: seconds that it has in `rates`. */
  readonly count: string;
  /** Float32: operations a second that RATE_STEPS stand for. */
  readonly highest: string;
  /** Uint8: 1 where it was disturbed. */
  readonly disturbed: string;
  /** Uint16. */
  readonly rates: string;
}
