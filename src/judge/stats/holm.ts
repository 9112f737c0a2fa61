/**
 * Holm's step-down adjustment (Scand. J. Statist. 6, 1979): an adjusted p of at most alpha is a rejection, and the
 * probability of any false one in the family is at most alpha, whatever the dependence between its members. Chosen for
 * that; it costs power against the false-discovery rate when a family has many members. Order of `pValues` is kept;
 * an adjusted p is at most 1 and never below its own p.
 */
export function holmAdjusted(pValues: readonly number[]): readonly number[] {
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p || a.index - b.index);
  const adjusted = pValues.map(() => 1);
  let highest = 0;
  order.forEach(({ p, index }, rank) => {
    highest = Math.max(highest, Math.min(1, p * (pValues.length - rank)));
    adjusted[index] = highest;
  });
  return adjusted;
}
