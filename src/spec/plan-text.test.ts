import { describe, expect, it } from "vitest";
import { planText } from "./plan-text.ts";
import { planOf } from "./test-samples.ts";

const VARIANTS = `variants:
  A: { build: mysql@5.6.24 }
  B: { build: mysql@5.6.24, config: { performance_schema: ON } }
baseline: A
`;

function linesOf(text: string): readonly string[] {
  return planText(planOf(text, 7)).split("\n");
}

describe("the text of a plan", () => {
  it("has every default that the spec left open", () => {
    expect(linesOf(`${VARIANTS}workloads: [oltp]\n`).slice(0, 14)).toEqual([
      "variant   A: mysql 5.6.24",
      "variant   B: mysql 5.6.24 performance_schema=ON",
      "baseline  A",
      "factor    not declared",
      "workload  oltp: oltp point-query, read-only, read-write; 1 table of 10k rows, keys special, prepared, storage engine the server's default",
      "clients   1, 8",
      "cpus      not pinned: server and clients share 0-1",
      "listen    socket",
      "memory    381.5M of servers at once, of 2G",
      "method    margin 5%, alpha 5%, measure 10s, measure-writes 1m, settle 2s, warm-up 30s at most, rounds 3 to 12, budget none, driver native",
      "probes    os 1s, status 1s",
      "seed      7",
      'warning   server and load clients share CPU 0-1; keep them apart with cpus: { server: "0", client: "1" }, or expect throughput of both together',
      "",
    ]);
  });

  it("has what the spec says instead, the operations of steps that use rows up, and a warning of cells once", () => {
    const lines = linesOf(`${VARIANTS}factor: performance_schema
workloads:
  - oltp: { steps: [delete], tables: 30, rows: 100k, keys: uniform, prepared: false, storage-engine: InnoDB }
clients: [4, 16, 400]
cpus: { server: 0, client: 1 }
listen: tcp
method: { budget: 2h }
probes: { os: 500ms, status: 2s }
`).map((line) => line.replace(/ {2,}/, " "));
    expect(lines).toEqual(
      expect.arrayContaining([
        "factor performance_schema",
        "imposed mysql: max_connections=410 (400 clients and our own)",
        "workload oltp: oltp delete; 30 tables of 100k rows, keys uniform, not prepared, storage engine innodb",
        "clients 4, 16, 400",
        "operations oltp.delete.4: 150000 a measurement",
        "cpus server 0, client 1",
        "listen tcp",
        "probes os 500ms, status 2s",
      ]),
    );
    expect(lines.filter((line) => line.startsWith("method")).join()).toContain("budget 2h");
  });

  it("has the rates of an open loop", () => {
    const text = planText(planOf(`${VARIANTS}workloads: [{ oltp: { steps: point-query, rates: [1k, 50%] } }]\n`));
    expect(text).toContain("; open loop at 1000/s, 50% of the closed loop, poisson");
    expect(text).toMatch(/\n {2}r01\.oltp\.reads {2}oltp\.point-query\.8@50pct {2}[AB] 2/);
  });

  it("says a warning of several cells once, with their names", () => {
    const lines = linesOf(
      `${VARIANTS}workloads: [{ oltp: { steps: read-write } }]\ncpus: { server: 0, client: 1 }\nmethod: { measure: 5s }\n`,
    ).filter((line) => line.startsWith("warning"));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^warning {3}oltp\.read-write\.1, oltp\.read-write\.8: a measurement of 5s is shorter/);
  });

  it("ends with the order of the first round", () => {
    const lines = linesOf(`${VARIANTS}workloads: [{ oltp: { steps: point-query } }]\nclients: 8\n`);
    const round = lines.slice(lines.indexOf("round 1:") + 1);
    expect(round).toHaveLength(4);
    expect(round[0]).toMatch(/^ {2}r01\.oltp\.reads {2}oltp\.point-query\.8 {2}[AB] 1$/);
  });
});
