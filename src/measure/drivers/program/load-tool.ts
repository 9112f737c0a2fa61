/** A load generator that was found or fetched: how it is run. */
export interface LoadTool {
  /** The program and what comes before its arguments. */
  readonly argv: readonly string[];
  /** Added to our own environment: libraries and scripts of one that was unpacked into the cache. */
  readonly env: Readonly<Record<string, string>>;
}
