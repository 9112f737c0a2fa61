import { describe, expect, it } from "vitest";
import type { Family } from "../../../src/model/build.ts";
import { findStep, findWorkload } from "../../../src/workloads/workloads.ts";
import { compareWork, isFault } from "./compare-work.ts";
import type { Counts } from "./work-counters.ts";

function compare(step: string, native: Counts, sysbench: Counts, family: Family = "postgres") {
  const counted = { server: `${family}@1`, family, step, perOperation: { native, sysbench } };
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
    const [known] = compare("point-query", { bytes_received: 49 }, { bytes_received: 70 });
    expect(known?.agrees).toBe(false);
    expect(known?.cause).toContain("over 20 characters");
    expect(faults("point-query", { bytes_received: 49 }, { bytes_received: 120 })).toEqual(["bytes_received"]);
    expect(faults("point-query", { bytes_received: 70 }, { bytes_received: 49 })).toEqual(["bytes_received"]);
    expect(faults("insert", { bytes_received: 49 }, { bytes_received: 70 })).toEqual(["bytes_received"]);
    const onMysql = compare("point-query", { Bytes_received: 22 }, { Bytes_received: 24 }, "mysql");
    expect(onMysql.filter(isFault)).toHaveLength(1);
  });

  it("counts the executions of a whole transaction for its known difference", () => {
    expect(faults("read-write", { bytes_received: 1270 }, { bytes_received: 1777 })).toEqual([]);
    expect(faults("read-write", { bytes_received: 1270 }, { bytes_received: 2500 })).toEqual(["bytes_received"]);
  });
});
