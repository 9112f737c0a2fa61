/** Lists of CPU numbers as `taskset -c` takes them. */
import { LIMITS } from "./defaults.ts";
import { fault, type Reading, read } from "./reading.ts";

const FORMS = "write a CPU number, a list or ranges: 0, [0, 1], 0-3,8";

/** `3`, `[0, 1]` and `"0-3,8"` as ascending, distinct CPU numbers. An empty list is refused. */
export function parseCpuList(value: number | string | readonly number[]): Reading<readonly number[]> {
  const text = Array.isArray(value) ? value.join(",") : String(value);
  const parts = text.split(",").map((part) => part.trim());
  const ranges = parts.map(parseRange);
  if (ranges.includes(null)) return fault(`"${text}" is not a list of CPUs`, FORMS);
  const cpus = new Set(ranges.flatMap((range) => range ?? []));
  return read([...cpus].toSorted((a, b) => a - b));
}

/** `0-3,8`: neighbours joined. */
export function formatCpuList(cpus: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const cpu of cpus) {
    const last = ranges.at(-1);
    if (last && last[1] === cpu - 1) last[1] = cpu;
    else ranges.push([cpu, cpu]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(",");
}

function parseRange(text: string): readonly number[] | null {
  const match = text.match(/^(\d+)(?:-(\d+))?$/);
  if (!match) return null;
  const from = Number(match[1]);
  const to = Number(match[2] ?? match[1]);
  if (to < from || to > LIMITS.cpu.max) return null;
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
