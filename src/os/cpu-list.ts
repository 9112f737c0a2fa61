/** The kernel's list format of CPUs, `0-3,8`. Its strided form (`0-6:2/4`) is not printed by the kernel and is refused. Pure. */
import { LabError } from "../model/errors.ts";

/**
 * CPU numbers of a list as `taskset -c`, cpuset files and `/proc/PID/status` write it: ascending, each once.
 * An empty text is the empty list. Throws `usage` for anything else that is no such list.
 */
export function parseCpuList(text: string): readonly number[] {
  const parts = text.trim().split(",");
  if (parts.length === 1 && parts[0] === "") return [];
  const cpus = parts.flatMap((part) => parseRange(part.trim(), text));
  return [...new Set(cpus)].sort((left, right) => left - right);
}

function parseRange(part: string, text: string): number[] {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part);
  const first = Number(match?.[1]);
  const last = Number(match?.[2] ?? match?.[1]);
  if (match === null || last < first) throw notAList(text);
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
}

/** The shortest list of `cpus` (any order, repeats allowed): `0-3,8`. Two neighbours are a range: `0-1`. */
export function formatCpuList(cpus: readonly number[]): string {
  const ascending = [...new Set(cpus)].sort((left, right) => left - right);
  const ranges: { first: number; last: number }[] = [];
  for (const cpu of ascending) {
    const range = ranges.at(-1);
    if (range !== undefined && range.last === cpu - 1) range.last = cpu;
    else ranges.push({ first: cpu, last: cpu });
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(",");
}

function notAList(text: string): LabError {
  return new LabError({
    code: "usage",
    message: `${JSON.stringify(text)} is not a list of CPUs`,
    hint: "write single numbers and ranges, as in 0-3,8",
  });
}
