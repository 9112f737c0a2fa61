/** Numbers for people: three or four significant digits, never an exponent. */

/** What stands where nothing could be measured. */
export const NO_NUMBER = "-";

/** 24731, 381.2, 38.12, 3.812, 0.381, 0.0381: integers from 1000 on, below that 4 digits, below 1 three. */
export function formatNumber(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NO_NUMBER;
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size >= 1000) return value.toFixed(0);
  return significant(value, size >= 1 ? 4 : 3);
}

/** A ratio: 0.497, 1.031, 12.35, 214.5. */
export function formatRatio(value: number): string {
  if (!Number.isFinite(value)) return NO_NUMBER;
  return value >= 10 ? formatNumber(value) : value.toFixed(3);
}

/** Above this factor between its ends an interval says nothing but that too little was measured. */
const WIDEST_INTERVAL = 1000;

/** False for an interval that says nothing: people are not shown its ends. */
export function isNarrow({ low, high }: { readonly low: number; readonly high: number }): boolean {
  return low > 0 && high <= WIDEST_INTERVAL * low;
}

/** `0.05` as `5 %`; two significant digits, from 100 % on whole. */
export function formatPercent(fraction: number): string {
  const percent = fraction * 100;
  return `${Math.abs(percent) >= 100 ? percent.toFixed(0) : trimZeros(significant(percent, 2))} %`;
}

/** Rounded away from zero at two significant digits, for limits that must stay true: 0.1204 is `13 %`. */
export function formatPercentUp(fraction: number): string {
  const percent = fraction * 100;
  if (percent <= 0) return "0 %";
  // A limit that is whole but for the last bit of a double stays whole.
  const step = 10 ** Math.max(-9, Math.floor(Math.log10(percent)) - 1);
  const up = Math.ceil(percent / step - 1e-9) * step;
  return formatPercent(up / 100);
}

/** `45 s`, `9 min`, `2.5 h`. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  return `${trimZeros((seconds / 3600).toFixed(1))} h`;
}

/** `3.8 GiB`, `512 MiB`. */
export function formatMemory(bytes: number): string {
  const gibibytes = bytes / 2 ** 30;
  return gibibytes >= 1 ? `${trimZeros(gibibytes.toFixed(1))} GiB` : `${Math.round(bytes / 2 ** 20)} MiB`;
}

/** For programs: six significant digits as a plain decimal. */
export function formatForTsv(value: number): string {
  return trimZeros(significant(value, 6));
}

function significant(value: number, digits: number): string {
  if (value === 0) return "0";
  const magnitude = Math.floor(Math.log10(Math.abs(value)));
  // toFixed takes at most 100 decimals; what is smaller than that is zero for any reader.
  return value.toFixed(Math.min(100, Math.max(0, digits - 1 - magnitude)));
}

function trimZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
