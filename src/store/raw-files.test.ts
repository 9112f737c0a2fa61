import { describe, expect, it } from "vitest";
import type { LoadResult, Measurement } from "../model/measurement.ts";
import { rawFiles } from "./raw-files.ts";

const latency = {
  meanSeconds: 0.0004,
  p50Seconds: 0.00031,
  p95Seconds: 0.0009,
  p99Seconds: 0.0021,
  p999Seconds: 0.0042,
  maxSeconds: 0.0173,
};

const load: LoadResult = {
  startedAt: 1000.5,
  seconds: 1.5,
  operations: 30_000,
  statements: 30_000,
  rows: 30_000,
  errors: {},
  reconnects: 0,
  clientCpuSeconds: 0.4,
  loopCpuShare: 0.3,
  runQueueShare: null,
  bytesSent: 1,
  bytesReceived: 1,
  perSecond: [
    { at: 1000.5, seconds: 1, operations: 20_000, errors: 0, latency, histogram: null },
    { at: 1001.5, seconds: 0.5, operations: 10_000, errors: 2, latency, histogram: null },
  ],
  latency: "",
  latencySummary: latency,
  statementLatencies: [],
  openLoop: null,
};

const measurement: Measurement = {
  id: "oltp.point-query.8/off/r03.m1",
  cell: "oltp.point-query.8",
  variant: "off",
  round: 3,
  index: 1,
  startedAt: "2026-11-30T10:00:00.000Z",
  load,
  samples: [
    { at: 1000.5, values: { server_cpu_seconds: 10, server_rss_bytes: 4096 } },
    { at: 1001.5, values: { server_cpu_seconds: 10.75, server_rss_bytes: 8192, rows_read: 5 } },
    { at: 1002, values: { server_cpu_seconds: 11, server_rss_bytes: 8192, rows_read: 10_005 } },
  ],
  warnings: [],
};

function textOf(name: string): string {
  return rawFiles(measurement).find((file) => file.name === name)?.text ?? "";
}

describe("the raw files of a measurement", () => {
  it("are client.log, vmstat, the counters before and after, and the server's status where it is at hand", () => {
    const names = ["client.log", "vmstat", "counters.before", "counters.after"];
    expect(rawFiles(measurement).map((file) => file.name)).toEqual(names);
    expect(rawFiles(measurement, { before: {}, after: {} }).map((file) => file.name)).toEqual([
      ...names,
      "status.before",
      "status.after",
    ]);
  });

  it("keep all that the server counts under its own names, a line each whatever a value holds", () => {
    const files = rawFiles(measurement, {
      before: { Bytes_received: "10", Rsa_public_key: "BEGIN\nMIIB\tEND\n" },
      after: { Bytes_received: "99", Rsa_public_key: "" },
    });
    expect(files.slice(-2).map((file) => file.text)).toEqual([
      "Bytes_received\t10\nRsa_public_key\tBEGIN MIIB END \n",
      "Bytes_received\t99\nRsa_public_key\t\n",
    ]);
  });

  it("show the load of each second with the time since the measured stretch began", () => {
    expect(textOf("client.log")).toBe(
      [
        "second\tlength\toperations\tqps\terrors\tmean_ms\tp50_ms\tp95_ms\tp99_ms\tmax_ms\tp999_ms",
        "0\t1\t20000\t20000\t0\t0.4\t0.31\t0.9\t2.1\t17.3\t4.2",
        "1\t0.5\t10000\t20000\t2\t0.4\t0.31\t0.9\t2.1\t17.3\t4.2",
        "",
      ].join("\n"),
    );
  });

  it("show totals as growth a second since they were last read, and gauges as they are", () => {
    expect(textOf("vmstat")).toBe(
      [
        "second\tserver_cpu_seconds/s\tserver_rss_bytes\trows_read/s",
        "0\t-\t4096\t-",
        "1\t0.75\t8192\t-",
        "1.5\t0.5\t8192\t20000",
        "",
      ].join("\n"),
    );
  });

  it("keep the first and the last value of each counter, exactly", () => {
    expect(textOf("counters.before")).toBe("server_cpu_seconds\t10\nserver_rss_bytes\t4096\nrows_read\t5\n");
    expect(textOf("counters.after")).toBe("server_cpu_seconds\t11\nserver_rss_bytes\t8192\nrows_read\t10005\n");
  });

  it("are headers alone for a measurement without a single reading", () => {
    const files = rawFiles({ ...measurement, load: { ...load, perSecond: [] }, samples: [] });
    expect(files.map((file) => file.text.split("\n").length - 1)).toEqual([1, 1, 0, 0]);
  });
});
