import { describe, expect, it } from "vitest";
import { findStep, findWorkload } from "../../../src/workloads/workloads.ts";
import { type CounterComparison, compareWork, isFault } from "./compare-work.ts";
import type { Counts } from "./work-counters.ts";

function compare(step: string, native: Counts, sysbench: Counts): readonly CounterComparison[] {
  const counted = { server: "mysql@5.6.24", family: "mysql", step, perOperation: { native, sysbench } } as const;
  return compareWork(counted, findStep(findWorkload("oltp"), step));
}

function faults(step: string, native: Counts, sysbench: Counts): readonly string[] {
  return compare(step, native, sysbench)
    .filter(isFault)
    .map(({ counter }) => counter);
}

describe("the work of two drivers", () => {
  it("agrees up to half a percent of the larger and not beyond", () => {
    expect(faults("point-query", { Questions: 1 }, { Questions: 0.9951 })).toEqual([]);
    expect(faults("point-query", { Questions: 1 }, { Questions: 0.9949 })).toEqual(["Questions"]);
  });

  it("disagrees on what only one of them does", () => {
    expect(faults("point-query", { Questions: 1, Com_begin: 1 }, { Questions: 1 })).toEqual(["Com_begin"]);
  });

  it("leaves out what neither of them does, and never errors", () => {
    const idle = { Com_begin: 0, Handler_write: 0.001, errors: 0 };
    expect(compare("point-query", idle, idle).map(({ counter }) => counter)).toEqual(["errors"]);
  });

  it("takes errors by the operations that they hit, not by their own ratio", () => {
    expect(faults("read-write", { errors: 0.001 }, { errors: 0.004 })).toEqual([]);
    expect(faults("read-write", { errors: 0.001 }, { errors: 0.007 })).toEqual(["errors"]);
  });

  it("explains a known difference only when it is as large as its cause makes it", () => {
    const [known] = compare("point-query", { Bytes_received: 22 }, { Bytes_received: 24 });
    expect(known?.agrees).toBe(false);
    expect(known?.cause).toContain("8 bytes");
    expect(faults("point-query", { Bytes_received: 22 }, { Bytes_received: 26 })).toEqual(["Bytes_received"]);
    expect(faults("point-query", { Bytes_received: 24 }, { Bytes_received: 22 })).toEqual(["Bytes_received"]);
    expect(faults("insert", { Bytes_received: 22 }, { Bytes_received: 24 })).toEqual(["Bytes_received"]);
  });

  it("counts the parameters of a whole transaction for its known difference", () => {
    expect(faults("read-write", { Bytes_received: 756 }, { Bytes_received: 796 })).toEqual([]);
    expect(faults("read-write", { Bytes_received: 756 }, { Bytes_received: 756 * 1.1 })).toEqual(["Bytes_received"]);
  });
});
