import { describe, expect, it } from "vitest";
import { parseRate, rateId } from "./rates.ts";
import { planOf, problemsOf, specOf } from "./test-samples.ts";

const BUILD = "{ build: mysql@5.6.24 }";
const HEAD = `variants: { A: ${BUILD}, B: ${BUILD} }\nbaseline: A\n`;

function entry(options: string, more = ""): string {
  return `${HEAD}workloads:\n  - oltp: { ${options} }\nclients: [1, 8]\n${more}`;
}

describe("a rate", () => {
  it.each([
    [1000, { kind: "absolute", perSecond: 1000 }, "1000"],
    ["2k", { kind: "absolute", perSecond: 2000 }, "2000"],
    ["50%", { kind: "share", share: 0.5 }, "50pct"],
    ["12.5%", { kind: "share", share: 0.125 }, "12.5pct"],
    ["100%", { kind: "share", share: 1 }, "100pct"],
  ])("%s ends a cell's id with what no shell and no file system takes for special", (text, value, id) => {
    const reading = parseRate(text);
    expect(reading).toEqual({ ok: true, value });
    if (reading.ok) expect(rateId(reading.value)).toBe(id);
  });

  it.each([
    [0.5, "0.5 is not a rate"],
    ["fast", '"fast" is not a rate'],
    ["-5%", '"-5%" is not a rate'],
    [0, "0 is too small"],
    ["120%", "120% is too large"],
    ["0.1%", "0.1% is too small"],
    ["11M", "11M is too large"],
  ])("%s is refused", (text, message) => {
    expect(parseRate(text)).toMatchObject({ ok: false, message });
  });
});

describe("rates of a workload entry", () => {
  it("are cells of their own behind the closed loop of the same step and clients", () => {
    const { cells } = planOf(entry("steps: [point-query, update-index], rates: [1000, 50%]"));
    expect(cells.map(({ id }) => id)).toEqual(
      ["point-query", "update-index"].flatMap((step) =>
        [1, 8].flatMap((clients) => ["", "@1000", "@50pct"].map((rate) => `oltp.${step}.${clients}${rate}`)),
      ),
    );
    expect(cells[2]).toMatchObject({
      clients: 1,
      openLoop: { rate: { kind: "share", share: 0.5 }, spacing: "poisson", closedCell: "oltp.point-query.1" },
    });
  });

  it("may be one alone, with even spacing; without any the plan has nothing of them", () => {
    expect(specOf(entry("rates: 2k, spacing: even")).workloads[0]?.openLoop).toEqual({
      rates: [{ kind: "absolute", perSecond: 2000 }],
      spacing: "even",
    });
    expect(JSON.stringify(planOf(entry("steps: point-query")))).not.toContain("openLoop");
  });

  it("that cannot be are told with place and remedy, all at once", () => {
    const text = `${HEAD}workloads:
  - oltp: { steps: [point-query, insert], rates: [1000, 1k, 50%, 50.0%, 2x, 50%] }
  - oltp: { steps: [point-query, insert], rates: [1000, 1k, 50%, 50.0%, 50%] }
  - oltp: { steps: [point-query], spacing: even }
  - oltp: { rates: [] }
`;
    expect(problemsOf(text)).toBe(`test.yaml:4:73 workloads[0].oltp.rates[4]: "2x" is not a rate
  hint: write operations a second (1000, 2k), or a share of what the closed loop reaches (50%)
test.yaml:4:77 workloads[0].oltp.rates[5]: 50% is named twice
  hint: leave one of them out
test.yaml:5:43 workloads[1].oltp.rates: insert runs a fixed number of operations, for which no rate can be asked
  hint: put insert into an entry of its own, without rates
test.yaml:5:57 workloads[1].oltp.rates[1]: 1k is the same rate as 1000
  hint: leave one of them out
test.yaml:5:66 workloads[1].oltp.rates[3]: 50.0% is the same rate as 50%
  hint: leave one of them out
test.yaml:5:73 workloads[1].oltp.rates[4]: 50% is named twice
  hint: leave one of them out
test.yaml:6:35 workloads[2].oltp.spacing: spacing is of an open loop, and no rates are asked for
  hint: add rates: [50%], or remove spacing
test.yaml:7:20 workloads[3].oltp.rates: it is empty
  hint: for example: rates: [1000, 50%]`);
  });

  it("so low that a measurement has too few operations are refused", () => {
    expect(() => planOf(entry("steps: [point-query], rates: [5]"))).toThrow(
      "oltp.point-query.1@5: 50 operations in 10s are too few to measure",
    );
    expect(() => planOf(entry("steps: [read-write], rates: [5]"))).not.toThrow();
  });

  it.each(["sysbench", "pgbench"])("are refused for %s, which runs in closed loop alone", (driver) => {
    const text = entry("steps: [point-query], keys: uniform, rates: [1000]", `method: { driver: ${driver} }\n`);
    const postgres = text.replaceAll("mysql@5.6.24", "postgres@17");
    expect(() => planOf(postgres)).toThrow(
      `variant A: ${driver} runs in closed loop alone here, and oltp asks for rates`,
    );
  });
});
