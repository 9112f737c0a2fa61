import type { Measurement } from "../../model/measurement.ts";
import type { Warning } from "../../model/warning.ts";
import { median } from "../stats/median.ts";

/** One doubt. `voids` is the verdict kind that it forces, null where it is only to be known. */
export interface Condition {
  readonly voids: "not comparable" | "client saturated" | null;
  readonly warning: Warning;
}

/** All that was measured of one variant in a cell. */
export interface Side {
  readonly name: string;
  readonly measurements: readonly Measurement[];
}

/** `off 91 %` for each side whose median is above `limit`; a measurement without the value does not count. */
export function mediansOver(
  sides: readonly Side[],
  value: (measurement: Measurement) => number | null,
  { limit, text }: { readonly limit: number; readonly text: (median: number) => string },
): readonly string[] {
  return sides.flatMap(({ name, measurements }) => {
    const middle = median(measurements.flatMap((measurement) => value(measurement) ?? []));
    return middle !== null && middle > limit ? [`${name} ${text(middle)}`] : [];
  });
}
