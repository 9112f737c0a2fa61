import type { Difference } from "../../model/verdict.ts";

/** A share for a sentence: `12 %`, `1.4 %`, `0.05 %`. Two digits below 10 %. */
export function shareText(share: number): string {
  const percent = share * 100;
  const size = Math.abs(percent);
  const digits = size >= 9.95 ? 0 : size >= 0.995 ? 1 : 2;
  return `${Number(percent.toFixed(digits))} %`;
}

/** A ratio as a signed change: 0.51 is `-49 %`, 1.032 is `+3.2 %`. */
export function changeText(ratio: number): string {
  return `${changeNumber(ratio)} %`;
}

/** `-52 ... -46 %`. */
export function intervalText(difference: Difference): string {
  return `${changeNumber(difference.low)} ... ${changeNumber(difference.high)} %`;
}

function changeNumber(ratio: number): string {
  const percent = (ratio - 1) * 100;
  const rounded = Number(percent.toFixed(Math.abs(percent) >= 9.95 ? 0 : 1));
  return rounded > 0 ? `+${rounded}` : `${rounded === 0 ? 0 : rounded}`;
}
