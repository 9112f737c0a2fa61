/** What a check gives to `npm run check`. */
export interface CheckResult {
  readonly passed: boolean;
  /** Markdown, without a title. */
  readonly report: string;
}
