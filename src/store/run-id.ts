/** What the id of a new run is made of. */
export interface NewRun {
  readonly experiment: string;
  /** ISO 8601, UTC: the day comes from it. */
  readonly startedAt: string;
  /** Ids there are. */
  readonly taken: readonly string[];
}

/** Longest part that comes from the experiment's name; the id is a folder's name and is typed by people. */
const LONGEST_NAME = 48;

/** `2026-11-30-what-performance-schema-costs`, with `-2`, `-3` ... where that is taken. A name of a folder in any case. */
export function newRunId({ experiment, startedAt, taken }: NewRun): string {
  const id = `${startedAt.slice(0, 10)}-${folderName(experiment)}`;
  if (!taken.includes(id)) return id;
  let number = 2;
  while (taken.includes(`${id}-${number}`)) number += 1;
  return `${id}-${number}`;
}

/** Lower-case letters, digits and single hyphens; what has none of these is `run`. */
function folderName(experiment: string): string {
  const plain = experiment
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase();
  const name = plain.replace(/[^a-z0-9.]+/g, "-").slice(0, LONGEST_NAME);
  return name.replace(/^[-.]+|[-.]+$/g, "") || "run";
}
