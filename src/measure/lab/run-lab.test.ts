import { describe, expect, it } from "vitest";
import { createFakeLab } from "../../../test/support/fake-lab.ts";
import { makeTestPlan } from "../../../test/support/test-plan.ts";
import { runLab } from "./run-lab.ts";

const steady = (variant: string): number => (variant === "B" ? 500 : 1000);

const SHARES = {
  rates: [
    { kind: "share", share: 0.5 },
    { kind: "absolute", perSecond: 120 },
  ],
  spacing: "even",
} as const;

/** At each load: the variant under load, and the variants that were not frozen then. */
function loadsWithAwake(journal: readonly string[]): readonly { loaded: string; awake: readonly string[] }[] {
  const awake = new Set<string>();
  return journal.flatMap((entry) => {
    const [verb = "", variant = ""] = entry.split(" ");
    if (["start", "thaw"].includes(verb)) awake.add(variant);
    if (["freeze", "stop"].includes(verb)) awake.delete(variant);
    return verb === "load" ? [{ loaded: variant, awake: [...awake] }] : [];
  });
}

describe("the lab loop", () => {
  it("measures reads in mirrored order on servers started together, and saves after each", async () => {
    const lab = createFakeLab({
      plan: makeTestPlan({ steps: ["point-query"], rounds: { min: 2, max: 2 } }),
      throughputOf: steady,
    });
    await runLab({ run: lab.run, budget: null }, lab.deps);
    const orders = [1, 2].map((round) =>
      lab.saved
        .filter((saved) => saved.round === round)
        .map((saved) => saved.variant)
        .join(""),
    );
    for (const order of orders) expect(["ABBA", "BAAB"]).toContain(order);
    expect(lab.journal.filter((entry) => entry === "start A")).toHaveLength(2);
    expect(lab.journal.filter((entry) => entry.startsWith("save"))).toHaveLength(8);
  });

  it("freezes every variant but the one under load", async () => {
    const lab = createFakeLab({
      plan: makeTestPlan({ steps: ["point-query"], rounds: { min: 2, max: 2 } }),
      throughputOf: steady,
    });
    await runLab({ run: lab.run, budget: null }, lab.deps);
    for (const { loaded, awake } of loadsWithAwake(lab.journal)) expect(awake).toEqual([loaded]);
  });

  it("gives each write measurement a fresh server of its own", async () => {
    const lab = createFakeLab({
      plan: makeTestPlan({ steps: ["update-index"], rounds: { min: 2, max: 2 } }),
      throughputOf: steady,
    });
    await runLab({ run: lab.run, budget: null }, lab.deps);
    expect(lab.saved).toHaveLength(4);
    expect(lab.journal.filter((entry) => /^start [AB]$/.test(entry))).toHaveLength(4);
  });

  it("sends the same seed to every variant in the same measurement of a round", async () => {
    const lab = createFakeLab({
      plan: makeTestPlan({ steps: ["update-index"], rounds: { min: 2, max: 2 } }),
      throughputOf: steady,
    });
    await runLab({ run: lab.run, budget: null }, lab.deps);
    const measured = lab.journal.filter(
      (entry, at) => entry.startsWith("load") && lab.journal[at + 1]?.startsWith("save"),
    );
    const seeds = measured.map((entry) => entry.split(" ").at(-1));
    expect(new Set(seeds.slice(0, 2)).size).toBe(1);
    expect(new Set(seeds).size).toBe(2);
  });

  it("runs an open loop at a share of what the baseline reached in the closed loop before, for every variant alike", async () => {
    const plan = makeTestPlan({ steps: ["point-query", "update-index"], rounds: { min: 2, max: 2 }, openLoop: SHARES });
    const lab = createFakeLab({ plan, throughputOf: steady });
    await runLab({ run: lab.run, budget: null }, lab.deps);
    const rates = lab.saved.flatMap(({ load }) => load.openLoop?.rate ?? []);
    expect(rates).toHaveLength(2 * (4 + 2) * 2);
    expect(new Set(rates)).toEqual(new Set([500, 120]));
    const half = lab.saved.find(({ cell, variant }) => cell === "oltp.point-query.8@50pct" && variant === "B");
    expect(half?.load).toMatchObject({ openLoop: { spacing: "even" }, operations: 3 * 500 });
  });

  it("asks for the same rate when it goes on later, whatever the servers do by then", async () => {
    const plan = makeTestPlan({ steps: ["point-query"], rounds: { min: 2, max: 2 }, openLoop: SHARES });
    const whole = createFakeLab({ plan, throughputOf: steady });
    await runLab({ run: whole.run, budget: null }, whole.deps);
    const measurements = whole.saved.slice(0, 7);
    const rest = createFakeLab({ plan, throughputOf: () => 123 });
    await runLab({ run: { ...rest.run, measurements }, budget: null }, rest.deps);
    const rates = rest.saved.flatMap(({ load }) => load.openLoop?.rate ?? []);
    expect(new Set(rates)).toEqual(new Set([500, 120]));
  });

  it("ends when a driver runs a load in closed loop that was to follow a schedule", async () => {
    const plan = makeTestPlan({ steps: ["point-query"], rounds: { min: 2, max: 2 }, openLoop: SHARES });
    const lab = createFakeLab({ plan, throughputOf: steady, ignoresSchedules: true });
    const error = await runLab({ run: lab.run, budget: null }, lab.deps).catch((fault: unknown) => fault);
    expect(error).toMatchObject({
      code: "bug",
      message: expect.stringMatching(/oltp\.point-query\.8@.* in closed loop/),
    });
    expect(lab.saved).toHaveLength(4);
  });

  it("leaves out a cell once it is decided, and ends when all are", async () => {
    const lab = createFakeLab({
      plan: makeTestPlan({ steps: ["point-query"], rounds: { min: 3, max: 12 } }),
      throughputOf: (variant, n) => steady(variant) + (n % 3),
    });
    expect(await runLab({ run: lab.run, budget: null }, lab.deps)).toBe("all-closed");
    expect(Math.max(...lab.saved.map((saved) => saved.round))).toBe(3);
    expect(lab.states).toEqual(["running", "done"]);
  });

  it("stops between rounds when the budget has no room for another", async () => {
    const noise = [1, 1.3, 0.8, 1.2, 0.7];
    const plan = makeTestPlan({ steps: ["point-query"], rounds: { min: 3, max: 12 } });
    const lab = createFakeLab({ plan, throughputOf: (_, n) => 1000 * (noise[n % 5] ?? 1) });
    expect(await runLab({ run: lab.run, budget: 90 }, lab.deps)).toBe("budget-spent");
    expect(lab.deps.os.clock.monotonic()).toBeLessThanOrEqual(90);
    expect(lab.saved.length % 4).toBe(0);
  });

  it("stops the servers and keeps what is saved when it is interrupted", async () => {
    const lab = createFakeLab({
      plan: makeTestPlan({ steps: ["point-query"], rounds: { min: 3, max: 3 } }),
      throughputOf: steady,
      beforeLoad: (_, self) => {
        if (self.saved.length === 5) self.interrupt.abort();
      },
    });
    await expect(runLab({ run: lab.run, budget: null }, lab.deps)).rejects.toMatchObject({ code: "interrupted" });
    expect(lab.saved).toHaveLength(5);
    expect(lab.states).toEqual(["running", "interrupted"]);
    const running =
      lab.journal.filter((entry) => entry.startsWith("start")).length -
      lab.journal.filter((entry) => entry.startsWith("stop")).length;
    expect(running).toBe(0);
    expect(lab.journal.at(-1)).toBe("close driver");
  });

  it("goes on after an interruption with what is missing and nothing else", async () => {
    const plan = makeTestPlan({ steps: ["point-query"], rounds: { min: 3, max: 3 } });
    const whole = createFakeLab({ plan, throughputOf: steady });
    await runLab({ run: whole.run, budget: null }, whole.deps);
    const rest = createFakeLab({ plan, throughputOf: steady });
    await runLab({ run: { ...rest.run, measurements: whole.saved.slice(0, 5) }, budget: null }, rest.deps);
    expect(rest.saved.map((saved) => saved.id)).toEqual(whole.saved.slice(5).map((saved) => saved.id));
  });

  it("warms up with reads alone, with the same keys on every variant, and other keys in each window", async () => {
    const lab = createFakeLab({
      plan: makeTestPlan({ steps: ["update-index"], rounds: { min: 2, max: 2 } }),
      throughputOf: steady,
    });
    await runLab({ run: lab.run, budget: null }, lab.deps);
    const isWarmUp = (entry: string, at: number) =>
      entry.startsWith("load") && !lab.journal[at + 1]?.startsWith("save");
    const warmUps = lab.journal.filter(isWarmUp).map((entry) => entry.split(" "));
    expect(new Set(warmUps.map(([, , step]) => step))).toEqual(new Set(["point-query"]));
    const seedsOf = (variant: string) => warmUps.filter(([, name]) => name === variant).map((entry) => entry.at(-1));
    expect(seedsOf("A")).toEqual(seedsOf("B"));
    expect(new Set(seedsOf("A")).size).toBe(seedsOf("A").length);
  });

  it("stops the servers when a probe cannot be closed, and keeps the first error", async () => {
    const lab = createFakeLab({
      plan: makeTestPlan({ steps: ["point-query"], rounds: { min: 3, max: 3 } }),
      throughputOf: steady,
      beforeLoad: (_, self) => {
        if (self.saved.length === 1) self.interrupt.abort();
      },
    });
    const close = async (): Promise<never> => {
      throw new Error("probe cannot be closed");
    };
    const probe = { name: "stuck", every: 1, open: async () => ({ read: async () => ({}), close }) };
    const ended = runLab({ run: lab.run, budget: null }, { ...lab.deps, probes: [probe] });
    await expect(ended).rejects.toMatchObject({ code: "interrupted" });
    const count = (verb: string) => lab.journal.filter((entry) => entry.startsWith(verb)).length;
    expect(count("stop")).toBe(count("start"));
    expect(lab.events).toContainEqual({ kind: "clean-up-failed", fault: new Error("probe cannot be closed") });
  });

  it("names the server that died under load, and where its log is", async () => {
    const lab = createFakeLab({
      plan: makeTestPlan({ steps: ["point-query"], rounds: { min: 3, max: 3 } }),
      throughputOf: steady,
      beforeLoad: (request, self) => {
        if (self.saved.length === 2) self.dead.add(request.server.variant);
      },
    });
    const error = await runLab({ run: lab.run, budget: null }, lab.deps).catch((fault: unknown) => fault);
    expect(error).toMatchObject({ code: "server-died", where: expect.stringContaining("/lab/runs/run/") });
    expect(lab.states).toEqual(["running", "failed"]);
  });

  it("reads the effective variables of each variant once a run", async () => {
    const lab = createFakeLab({
      plan: makeTestPlan({ steps: ["point-query"], rounds: { min: 3, max: 3 } }),
      throughputOf: steady,
    });
    await runLab({ run: lab.run, budget: null }, lab.deps);
    expect(lab.journal.filter((entry) => entry.startsWith("facts"))).toEqual(["facts A", "facts B"]);
  });
});
