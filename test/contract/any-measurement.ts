/** Generated measurements for the properties of a store. */
import fc from "fast-check";
import { COUNTERS, type Counter } from "../../src/model/counters.ts";
import type { LatencySummary, LoadResult, Measurement, ProbeSample } from "../../src/model/measurement.ts";
import { SPACINGS } from "../../src/model/workload.ts";

/** Minus zero is read back as zero, by the number policy. */
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const count = fc.nat({ max: Number.MAX_SAFE_INTEGER });
/** Well-formed Unicode: a lone half of a surrogate pair is no text in any encoding. */
const text = fc.string({ unit: "binary" });

const latency: fc.Arbitrary<LatencySummary> = fc.record({
  meanSeconds: finite,
  p50Seconds: finite,
  p95Seconds: finite,
  p99Seconds: finite,
  p999Seconds: fc.option(finite),
  maxSeconds: finite,
});

const load: fc.Arbitrary<LoadResult> = fc.record({
  startedAt: finite,
  seconds: finite,
  operations: count,
  statements: count,
  rows: fc.option(count),
  errors: fc.dictionary(text, count, { noNullPrototype: true }),
  reconnects: count,
  clientCpuSeconds: finite,
  loopCpuShare: finite,
  runQueueShare: fc.option(finite),
  bytesSent: fc.option(count),
  bytesReceived: fc.option(count),
  perSecond: fc.array(
    fc.record({
      at: finite,
      seconds: finite,
      operations: count,
      errors: count,
      latency: fc.option(latency),
      histogram: fc.option(text),
    }),
    { maxLength: 4 },
  ),
  latency: text,
  latencySummary: latency,
  statementLatencies: fc.array(
    fc.record({ statement: text, executions: count, rows: fc.option(count), summary: latency, latency: text }),
    { maxLength: 3 },
  ),
  openLoop: fc.option(
    fc.record({ rate: finite, spacing: fc.constantFrom(...SPACINGS), sendLateness: latency, unfinished: count }),
  ),
});

const counterNames = Object.keys(COUNTERS).filter((name): name is Counter => Object.hasOwn(COUNTERS, name));

const samples: fc.Arbitrary<readonly ProbeSample[]> = fc.array(
  fc.record({
    at: finite,
    values: fc
      .uniqueArray(fc.tuple(fc.constantFrom(...counterNames), finite), { selector: ([name]) => name, maxLength: 8 })
      .map((entries) => Object.fromEntries(entries)),
  }),
  { maxLength: 6 },
);

/** Any measurement that the number policy admits. */
export const anyMeasurement: fc.Arbitrary<Measurement> = fc.record({
  id: text,
  cell: text,
  variant: text,
  round: count,
  index: count,
  startedAt: text,
  load,
  samples,
  warnings: fc.array(fc.record({ code: fc.constant("steal" as const), message: text, advice: text }), { maxLength: 3 }),
});
