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

/**
 * Servers with the same value may take each other's data files: `5.6`, `8.4.9`. From 8.0 on that is the whole version:
 * a release may upgrade the data dictionary, and an older one of its series then refuses to start.
 * https://dev.mysql.com/doc/refman/8.0/en/downgrading.html
 */
export function dataFormat(version: string): string {
  const [release = version] = version.split("-");
  return isAtLeast(release, "8.0") ? release : release.split(".").slice(0, 2).join(".");
}
