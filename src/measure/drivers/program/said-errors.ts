/** sysbench says first which call failed and then, in a line of its own, the server's reason. */
const SHOWN_ERRORS = 2;
const ERROR_LINE = /^(FATAL|pgbench: (error|fatal)|error)/i;

/** The first lines of a load generator's output that tell of an error, for the later ones follow from them; else its last; null: silent. */
export function saidErrors(text: string): string | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const errors = lines.filter((line) => ERROR_LINE.test(line)).slice(0, SHOWN_ERRORS);
  const said = errors.length === 0 ? lines.at(-1) : errors.join("; ");
  return said?.trim() ?? null;
}
