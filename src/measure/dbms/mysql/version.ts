/** MySQL's version numbers. Pure. */

/** True when `version` (`5.6.24`, `8.0.37-debug`) is `floor` (`5.7`) or later. */
export function isAtLeast(version: string, floor: string): boolean {
  const [left, right] = [version, floor].map((text) => text.split(/[.-]/).map((part) => Number.parseInt(part, 10)));
  for (const [index, wanted] of (right ?? []).entries()) {
    const given = left?.[index] ?? 0;
    if (given !== wanted) return given > wanted;
  }
  return true;
}

/** The series within which data files are interchangeable: `5.6`, `8.4`. */
export function series(version: string): string {
  return version.split(".").slice(0, 2).join(".");
}
