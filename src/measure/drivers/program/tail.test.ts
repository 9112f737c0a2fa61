import { expect, it } from "vitest";
import { tailSeconds } from "./tail.ts";

it("a load program outlives its measured stretch by a second, and by more with many clients", () => {
  expect([1, 64, 255, 256, 1024].map(tailSeconds)).toEqual([1, 1, 1, 2, 5]);
});
