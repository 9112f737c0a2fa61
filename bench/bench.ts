export interface BenchResult {
  /** Lines of a Markdown table, with what stands above and below it. */
  readonly table: readonly string[];
  readonly json: object;
  /** Whether every target is met. */
  readonly met: boolean;
}

/** `note` tells people who watch how far it is. */
export type Bench = (note: (line: string) => void) => Promise<BenchResult>;
