import { expect, it } from "vitest";
import { HOST, planFor, specOf } from "./test-samples.ts";

it("a plan refuses more clients than the limit of open files lets in, also where MySQL would lower its own limit in silence", () => {
  const plan = (build: string, clients: number, openFiles: number | null) => () =>
    planFor(
      specOf(`variants: { A: { build: ${build} }, B: { build: ${build} } }
baseline: A
workloads: [{ oltp: { steps: [point-query] } }]
clients: ${clients}
`),
      1,
      { ...HOST, openFiles },
    );
  expect(plan("mysql@5.6.24", 1024, 1024)).toThrow("a process may have 1024 files open, and 1024 clients need 1874");
  expect(plan("postgres@17", 1024, 1100)).toThrow("need 1124");
  expect(plan("postgres@17", 1024, 1124)).not.toThrow();
  expect(plan("mysql@5.6.24", 1024, null)).not.toThrow();
});
