/** What every adapter of `src/store/store.ts` must do. `store.test.ts` runs it for each. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Measurement, OpenLoopResult, ProbeSample } from "../../src/model/measurement.ts";
import type { Store } from "../../src/store/store.ts";
import { anyMeasurement } from "./any-measurement.ts";
import { makeMeasurement, makeRun } from "./store-examples.ts";

/** A fresh, empty place for a store; `open` may be called again, with or without a close before. */
export interface StorePlace {
  open(): Promise<Store>;
  remove(): Promise<void>;
}

/** Declares the suite for the adapter `name`; `makePlace` is called once for each test. */
export function storeContract(name: string, makePlace: () => Promise<StorePlace>): void {
  describe(`${name} as a store`, () => {
    let place: StorePlace;
    let store: Store;
    beforeEach(async () => {
      place = await makePlace();
      store = await place.open();
    });
    afterEach(async () => {
      await store.close();
      await place.remove();
    });
    const context: Context = { store: () => store, reopen: () => place.open() };
    declareRunTests(context);
    declareMeasurementTests(context);
    declareNumberTests(context);
    declareConcurrencyTests(context);
  });
}

interface Context {
  readonly store: () => Store;
  readonly reopen: () => Promise<Store>;
}

function declareRunTests({ store }: Context): void {
  it("gives a run back as it was created: running, nothing spent, nothing measured", async () => {
    const run = makeRun("a");
    await store().createRun(run);
    expect(await store().readRun("a")).toStrictEqual({
      ...run,
      state: "running",
      spentSeconds: 0,
      measurements: [],
      variantFacts: [],
    });
  });

  it("keeps a run without a spec file", async () => {
    await store().createRun({ ...makeRun("a"), specFile: null, specText: "", command: [] });
    expect(await store().readRun("a")).toMatchObject({ specFile: null, specText: "", command: [] });
  });

  it("refuses an id that is taken, and keeps the run that has it", async () => {
    await store().createRun(makeRun("a"));
    const other = { ...makeRun("a"), specText: "another" };
    await expect(store().createRun(other)).rejects.toMatchObject({ code: "store-failed", message: /a/ });
    expect((await store().readRun("a")).specText).toBe(makeRun("a").specText);
  });

  it("lists runs newest first with their state and number of measurements", async () => {
    await store().createRun(makeRun("middle", "2026-11-30T10:00:00.000Z"));
    await store().createRun(makeRun("newest", "2026-11-30T11:00:00.000Z"));
    await store().createRun(makeRun("oldest", "2026-11-30T09:00:00.000Z"));
    await store().saveMeasurement("middle", makeMeasurement(1));
    await store().setRunState("middle", "interrupted", 12.5);
    const runs = await store().listRuns();
    expect(runs.map(({ id, state, measurements }) => ({ id, state, measurements }))).toEqual([
      { id: "newest", state: "running", measurements: 0 },
      { id: "middle", state: "interrupted", measurements: 1 },
      { id: "oldest", state: "running", measurements: 0 },
    ]);
  });

  it("reads the newest run when asked for none, of two with one start time the one created last", async () => {
    await store().createRun(makeRun("first"));
    await store().createRun(makeRun("second"));
    expect((await store().readRun(null)).id).toBe("second");
  });

  it("answers an unknown run with the ids there are", async () => {
    await store().createRun(makeRun("a"));
    await store().createRun(makeRun("b"));
    const unknown = { code: "run-not-found", hint: /b, a/ };
    await expect(store().readRun("c")).rejects.toMatchObject(unknown);
    await expect(store().setRunState("c", "done", 1)).rejects.toMatchObject(unknown);
    await expect(store().replacePlan("c", makeRun("c").plan)).rejects.toMatchObject(unknown);
    await expect(store().saveMeasurement("c", makeMeasurement(1))).rejects.toMatchObject(unknown);
    await expect(
      store().saveVariantFacts("c", { variant: "off", variables: {}, commandLine: [] }),
    ).rejects.toMatchObject(unknown);
  });

  it("answers the newest run of an empty store with how to make one", async () => {
    await expect(store().readRun(null)).rejects.toMatchObject({ code: "run-not-found", hint: /dbdyno run/ });
  });

  it("keeps the state and the seconds spent", async () => {
    await store().createRun(makeRun("a"));
    for (const state of ["done", "interrupted", "failed", "running"] as const) {
      await store().setRunState("a", state, 1234.0625);
      expect(await store().readRun("a")).toMatchObject({ state, spentSeconds: 1234.0625 });
    }
  });

  it("takes a plan with more rounds in the place of the run's own", async () => {
    await store().createRun(makeRun("a"));
    const { plan } = makeRun("a");
    const longer = { ...plan, method: { ...plan.method, rounds: { min: 3, max: 20 } } };
    await store().replacePlan("a", longer);
    expect((await store().readRun("a")).plan).toStrictEqual(longer);
  });

  it("keeps what the servers said, and replaces it when they say it again", async () => {
    await store().createRun(makeRun("a"));
    const on = {
      variant: "on",
      variables: { performance_schema: "ON", sql_mode: "" },
      commandLine: ["mysqld", "-x y"],
    };
    const off = { variant: "off", variables: { performance_schema: "OFF" }, commandLine: ["mysqld"] };
    await store().saveVariantFacts("a", on);
    await store().saveVariantFacts("a", { ...off, variables: { gone: "1" } });
    await store().saveVariantFacts("a", off);
    expect((await store().readRun("a")).variantFacts).toStrictEqual([off, on]);
  });
}

function declareMeasurementTests({ store, reopen }: Context): void {
  it("gives measurements back exactly, in the order in which they were saved", async () => {
    await store().createRun(makeRun("a"));
    await store().createRun(makeRun("b"));
    const saved = [makeMeasurement(3), makeMeasurement(1), makeMeasurement(2)];
    for (const measurement of saved) await store().saveMeasurement("a", measurement);
    await store().saveMeasurement("b", makeMeasurement(1));
    expect((await store().readRun("a")).measurements).toStrictEqual(saved);
  });

  it("keeps samples that were read at the same moment, or hold nothing, apart", async () => {
    await store().createRun(makeRun("a"));
    const samples: readonly ProbeSample[] = [
      { at: 5, values: {} },
      { at: 5, values: { rows_read: 1 } },
      { at: 5, values: { rows_read: 2, server_cpu_seconds: 0.25 } },
    ];
    await store().saveMeasurement("a", { ...makeMeasurement(1), samples });
    expect((await store().readRun("a")).measurements[0]?.samples).toStrictEqual(samples);
  });

  it("refuses a measurement that is saved already, and keeps the first", async () => {
    await store().createRun(makeRun("a"));
    await store().saveMeasurement("a", makeMeasurement(1));
    const again = { ...makeMeasurement(1), variant: "other" };
    await expect(store().saveMeasurement("a", again)).rejects.toMatchObject({ code: "store-failed" });
    expect((await store().readRun("a")).measurements).toStrictEqual([makeMeasurement(1)]);
  });

  it("has what was saved after an end without a close, so that a resume goes on from there", async () => {
    await store().createRun(makeRun("a"));
    await store().saveMeasurement("a", makeMeasurement(1));
    const resumed = await reopen();
    await resumed.saveMeasurement("a", makeMeasurement(2));
    expect((await resumed.readRun("a")).measurements).toStrictEqual([makeMeasurement(1), makeMeasurement(2)]);
    await resumed.close();
  });

  it("may be closed twice", async () => {
    await store().close();
    await expect(store().close()).resolves.toBeUndefined();
  });
}

function unfinished(operations: number): OpenLoopResult {
  const { latencySummary } = makeMeasurement(1).load;
  return { rate: 100, spacing: "even", sendLateness: latencySummary, unfinished: operations };
}

function declareNumberTests({ store }: Context): void {
  it("refuses impossible numbers by name, and saves nothing of their measurement", async () => {
    await store().createRun(makeRun("a"));
    const good = makeMeasurement(1);
    const bad: readonly (readonly [RegExp, Measurement])[] = [
      [/seconds is NaN/, { ...good, load: { ...good.load, seconds: Number.NaN } }],
      [/operations is 0.5/, { ...good, load: { ...good.load, operations: 0.5 } }],
      [/unfinished operations is -1/, { ...good, load: { ...good.load, openLoop: unfinished(-1) } }],
      [/bytes sent is -1/, { ...good, load: { ...good.load, bytesSent: -1 } }],
      [/rows is 9007199254740992/, { ...good, load: { ...good.load, rows: 2 ** 53 } }],
      [/rows_read is Infinity/, { ...good, samples: [{ at: 1, values: { rows_read: Number.POSITIVE_INFINITY } }] }],
    ];
    for (const [message, measurement] of bad) {
      await expect(store().saveMeasurement("a", measurement)).rejects.toMatchObject({
        code: "measurement-failed",
        message,
      });
    }
    expect((await store().readRun("a")).measurements).toEqual([]);
  });

  it("gives back any finite number and any text bit for bit", async () => {
    await store().createRun(makeRun("a"));
    let number = 0;
    const property = fc.asyncProperty(anyMeasurement, async (any) => {
      number += 1;
      const measurement = { ...any, id: `m${number}` };
      await store().saveMeasurement("a", measurement);
      // Not "strictly": generated objects have no prototype.
      expect((await store().readRun("a")).measurements.at(-1)).toEqual(measurement);
    });
    await fc.assert(property, { numRuns: 40 });
  });
}

function declareConcurrencyTests({ store, reopen }: Context): void {
  it("lets a second reader read whole measurements while the first writes", async () => {
    await store().createRun(makeRun("a"));
    const reader = await reopen();
    for (let number = 1; number <= 5; number += 1) {
      const saving = store().saveMeasurement("a", makeMeasurement(number));
      const seen = await reader.readRun("a");
      for (const measurement of seen.measurements) expect(measurement.samples).toHaveLength(3);
      await saving;
      expect((await reader.readRun("a")).measurements).toHaveLength(number);
    }
    await reader.close();
  });

  it("takes measurements from three stores at once", async () => {
    const stores = [store(), await reopen(), await reopen()];
    await Promise.all(stores.map((each, position) => each.createRun(makeRun(`run-${position}`))));
    const numbers = [1, 2, 3, 4];
    const saving = stores.flatMap((each, position) =>
      numbers.map((number) => each.saveMeasurement(`run-${position}`, makeMeasurement(number))),
    );
    await Promise.all(saving);
    for (const summary of await store().listRuns()) expect(summary.measurements).toBe(numbers.length);
    await Promise.all(stores.slice(1).map((each) => each.close()));
  });
}
