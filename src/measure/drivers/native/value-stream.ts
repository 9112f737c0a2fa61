/** Where one client's parameters come from: its own random numbers, and the order of all rows that the clients share. */
import type { DrawKey } from "../../../workloads/keys.ts";
import type { Random } from "../../../workloads/random.ts";
import type { Draw } from "./program.ts";
import { keyOfPlace, type NextPlace, tableOfPlace } from "./shared-places.ts";

export class ValueStream {
  readonly random: Random;
  private readonly drawKey: DrawKey;
  private readonly nextPlace: NextPlace | null;
  /** Of the place that the table at hand was drawn with. */
  private nextKey = 0;
  /** What the parameters of the statement at hand were, by index. */
  private readonly drawn: number[] = [];
  /** First key of this group and of the group before; 0 where none was drawn. */
  private firstKey = 0;
  private previousFirstKey = 0;

  /** `nextPlace` null: no statement of the step has a `next-key`. */
  constructor(sources: {
    readonly random: Random;
    readonly drawKey: DrawKey;
    readonly nextPlace: NextPlace | null;
  }) {
    this.random = sources.random;
    this.drawKey = sources.drawKey;
    this.nextPlace = sources.nextPlace;
  }

  beginGroup(): void {
    this.previousFirstKey = this.firstKey;
    this.firstKey = 0;
  }

  /** A table's index, 0 ... `tables` - 1: at random, or that of the next row whose turn it is. */
  table(tables: number): number {
    if (this.nextPlace !== null) {
      const place = this.nextPlace();
      this.nextKey = keyOfPlace(place, tables);
      return tableOfPlace(place, tables);
    }
    return tables === 1 ? 0 : this.random.nextBelow(tables);
  }

  /** The whole number of parameter `index`; digits are written where they go and are not drawn here. */
  integer(draw: Draw, index: number): number {
    const value = this.source(draw);
    this.drawn[index] = value;
    return value;
  }

  private source(draw: Draw): number {
    switch (draw.kind) {
      case "key":
        return this.keep(this.drawKey(this.random));
      case "next-key":
        return this.keep(this.nextKey);
      case "key-offset":
        return (this.drawn[draw.parameter] ?? 0) + draw.plus;
      case "previous-key":
        return this.previousFirstKey;
      case "digits":
        return 0;
    }
  }

  private keep(key: number): number {
    if (this.firstKey === 0) this.firstKey = key;
    return key;
  }
}
