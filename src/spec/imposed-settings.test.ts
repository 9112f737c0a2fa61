import { describe, expect, it } from "vitest";
import { planOf } from "./test-samples.ts";

describe("settings that a plan needs", () => {
  it("raises the connections of a server only where the clients need it and no variant sets them", () => {
    const imposed = (clients: number, config = "") =>
      planOf(`variants: { A: { build: mysql@5.6.24${config} }, B: { build: postgres@17 } }
baseline: A
workloads: [{ oltp: { steps: [read-only], tables: 10 } }]
clients: ${clients}
`).imposed.map(({ family, name, value }) => `${family} ${name}=${value}`);
    expect(imposed(64)).toEqual([]);
    expect(imposed(100)).toEqual(["mysql back_log=110", "postgres max_connections=110"]);
    expect(imposed(400)).toEqual([
      "mysql max_connections=410",
      "mysql back_log=410",
      "mysql max_prepared_stmt_count=20800",
      "postgres max_connections=410",
    ]);
    expect(imposed(400, ", config: { max-connections: 500 }")).not.toContain("mysql max_connections=410");
  });

  it.each([
    [
      "{ max_connections: 151 }",
      1024,
      "variant A has max_connections=151, and the plan needs 1034: 1024 clients and our own",
    ],
    ["{ max-prepared-stmt-count: 100 }", 64, "variant A has max_prepared_stmt_count=100, and the plan needs 192"],
  ])("refuses %s for %i clients before anything starts", (config, clients, message) => {
    const text = `variants: { A: { build: mysql@5.6.24, config: ${config} }, B: { build: mysql@5.6.24 } }
baseline: A
workloads: [{ oltp: { steps: [point-query] } }]
clients: ${clients}
`;
    expect(() => planOf(text)).toThrow(message);
  });
});
