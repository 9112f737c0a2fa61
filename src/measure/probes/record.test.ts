import { describe, expect, it } from "vitest";
import type { CounterValues } from "../../model/counters.ts";
import { createFakeOs } from "../../os/fake-os.ts";
import type { Clock } from "../../os/os.ts";
import type { ProbeSession } from "./probe.ts";
import { startRecording } from "./record.ts";

function session(read: () => Promise<CounterValues>): ProbeSession {
  return { read, close: async () => undefined };
}

/** Counts its readings as commits; each takes `seconds`. */
function counting(clock: Clock, seconds = 0) {
  let readings = 0;
  let running = 0;
  let most = 0;
  const read = async () => {
    running += 1;
    most = Math.max(most, running);
    if (seconds > 0) await clock.sleep(seconds);
    running -= 1;
    readings += 1;
    return { commits: readings };
  };
  return { session: session(read), readings: () => readings, mostAtOnce: () => most };
}

describe("a recording", () => {
  it("gives a sample of each probe at each mark, and the timer's between", async () => {
    const { clock } = createFakeOs();
    const status = counting(clock);
    const host = session(async () => ({ host_cpu_seconds: 5 }));
    const recording = startRecording({
      clock,
      sessions: [
        { session: status.session, every: 1 },
        { session: host, every: 100 },
      ],
    });
    await recording.mark();
    await clock.sleep(2.5);
    await recording.mark();
    const samples = await recording.stop();
    expect(samples).toEqual([
      { at: 0, values: { commits: 1 } },
      { at: 0, values: { host_cpu_seconds: 5 } },
      { at: 1, values: { commits: 2 } },
      { at: 2, values: { commits: 3 } },
      { at: 2.5, values: { commits: 4 } },
      { at: 2.5, values: { host_cpu_seconds: 5 } },
    ]);
    expect(recording.problems()).toEqual([]);
  });

  it("reads once a tick though the timer wakes a little early", async () => {
    const { clock } = createFakeOs();
    const early: Clock = {
      ...clock,
      sleep: (seconds, signal) => clock.sleep(seconds > 0.001 ? seconds - 0.0005 : seconds, signal),
    };
    const status = counting(early);
    const recording = startRecording({ clock: early, sessions: [{ session: status.session, every: 1 }] });
    await clock.sleep(3.5);
    await recording.stop();
    expect(status.readings()).toBe(3);
  });

  it("gives each probe its own time at a mark: a rate is right though another probe waits for its answer", async () => {
    const { clock } = createFakeOs();
    let wait = 0.6;
    const status = session(async () => {
      await clock.sleep(wait);
      return { commits: 1 };
    });
    // A total that grows by 1000 a second.
    const host = session(async () => ({ host_cpu_seconds: 1000 * clock.monotonic() }));
    const sessions = [
      { session: status, every: 100 },
      { session: host, every: 100 },
    ];
    const recording = startRecording({ clock, sessions });
    await recording.mark();
    wait = 0;
    await clock.sleep(2);
    await recording.mark();
    const samples = await recording.stop();
    const read = samples.flatMap(({ at, values }) => (values.host_cpu_seconds === undefined ? [] : [{ at, values }]));
    expect(read.map(({ at }) => at)).toEqual([0, 2.6]);
    expect(read.map(({ values }) => values.host_cpu_seconds)).toEqual([0, 2600]);
    expect(samples.filter(({ values }) => values.commits === 1).map(({ at }) => at)).toEqual([0.3, 2.6]);
  });

  it("drops what was read before the first mark and after the last", async () => {
    const { clock } = createFakeOs();
    const { session: status } = counting(clock);
    const recording = startRecording({ clock, sessions: [{ session: status, every: 1 }] });
    await clock.sleep(3.5);
    await recording.mark();
    await clock.sleep(1);
    await recording.mark();
    await clock.sleep(3);
    expect((await recording.stop()).map(({ at }) => at)).toEqual([3.5, 4, 4.5]);
  });

  it("has no samples when it was never marked", async () => {
    const { clock } = createFakeOs();
    const { session: status } = counting(clock);
    const recording = startRecording({ clock, sessions: [{ session: status, every: 1 }] });
    await clock.sleep(2.5);
    expect(await recording.stop()).toEqual([]);
  });

  it("dates a reading by its middle", async () => {
    const { clock } = createFakeOs();
    const { session: slow } = counting(clock, 0.4);
    const recording = startRecording({ clock, sessions: [{ session: slow, every: 10 }] });
    await recording.mark();
    expect((await recording.stop())[0]?.at).toBeCloseTo(0.2, 9);
  });

  it("never reads a slow probe twice at once, and leaves out what it could not keep up with", async () => {
    const { clock } = createFakeOs();
    const slow = counting(clock, 2.5);
    const recording = startRecording({ clock, sessions: [{ session: slow.session, every: 1 }] });
    await recording.mark();
    await clock.sleep(10);
    await recording.mark();
    await recording.stop();
    expect(slow.mostAtOnce()).toBe(1);
    expect(slow.readings()).toBeLessThanOrEqual(7);
    expect(slow.readings()).toBeGreaterThanOrEqual(4);
  });

  it("never shows a total that falls, though one probe of a mark is slower than another's timer", async () => {
    const { clock } = createFakeOs();
    const quick = counting(clock);
    const slow = session(async () => {
      await clock.sleep(0.9);
      return { statements: 1 };
    });
    const recording = startRecording({
      clock,
      sessions: [
        { session: quick.session, every: 0.25 },
        { session: slow, every: 10 },
      ],
    });
    await clock.sleep(0.3);
    await recording.mark();
    await clock.sleep(1);
    await recording.mark();
    const commits = (await recording.stop()).flatMap(({ values }) => values.commits ?? []);
    expect(commits.length).toBeGreaterThan(3);
    expect(commits).toEqual(commits.toSorted((a, b) => a - b));
  });

  it("tells a probe that cannot read once, with how often, and keeps the others", async () => {
    const { clock } = createFakeOs();
    const broken = session(async () => {
      throw new Error("status: refused");
    });
    const sound = counting(clock);
    const recording = startRecording({
      clock,
      sessions: [
        { session: broken, every: 1 },
        { session: sound.session, every: 1 },
      ],
    });
    await recording.mark();
    await clock.sleep(1.5);
    await recording.mark();
    const samples = await recording.stop();
    expect(samples.map(({ values }) => values)).toEqual([{ commits: 1 }, { commits: 2 }, { commits: 3 }]);
    expect(recording.problems()).toEqual(["status: refused (3 times)"]);
  });

  it("gives what the server counts under its own names when asked, never by itself", async () => {
    const { clock } = createFakeOs();
    let asked = 0;
    const native = {
      ...counting(clock).session,
      readNative: async () => {
        asked += 1;
        return { Questions: "7" };
      },
    };
    const sessions = [
      { session: native, every: 1 },
      { session: counting(clock).session, every: 1 },
    ];
    const recording = startRecording({ clock, sessions });
    expect(await recording.readNative()).toEqual({ Questions: "7" });
    await recording.mark();
    await clock.sleep(3);
    await recording.mark();
    await recording.stop();
    expect(asked).toBe(1);
  });

  it("tells a status that cannot be read as a problem, and gives none", async () => {
    const { clock } = createFakeOs();
    const native = {
      ...counting(clock).session,
      readNative: async () => {
        throw new Error("status: frozen");
      },
    };
    const recording = startRecording({ clock, sessions: [{ session: native, every: 1 }] });
    expect(await recording.readNative()).toEqual({});
    await recording.stop();
    expect(recording.problems()).toEqual(["status: frozen"]);
  });
});
