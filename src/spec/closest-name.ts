/**
 * The name in `known` that `given` was most likely meant to be, or null when none is near: at most a third of its
 * letters wrong, where a swap of two neighbours counts once (optimal string alignment distance). Case is not looked at.
 */
export function closestName(given: string, known: readonly string[]): string | null {
  const wanted = given.toLowerCase();
  const ranked = known
    .map((name) => ({ name, distance: alignmentDistance(wanted, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.ceil(Math.max(name.length, wanted.length) / 3)))
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.name ?? null;
}

/** `did you mean "steps"?`, or the names there are. */
export function nameHint(given: string, known: readonly string[], what: string): string {
  const closest = closestName(given, known);
  const list = `${what}: ${known.join(", ")}`;
  return closest === null ? list : `did you mean "${closest}"? ${list}`;
}

/** Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`. */
function alignmentDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, substitution, swap));
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
