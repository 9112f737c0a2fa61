/** Every exit code of every command. Scripts and CI rely on them. */
export const EXIT = {
  ok: 0,
  regressed: 1,
  usage: 2,
  environment: 3,
  /** None regressed, but some cell is undecided, not steady, not comparable or client saturated. */
  undecided: 4,
  bug: 70,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Which code wins where several apply. */
export const EXIT_PRECEDENCE: readonly ExitCode[] = [130, 70, 3, 2, 1, 4, 0];

/** The code that wins among `codes`; `ok` for an empty list. */
export function strongestExitCode(codes: readonly ExitCode[]): ExitCode {
  return EXIT_PRECEDENCE.find((code) => codes.includes(code)) ?? EXIT.ok;
}
