import { defineConfig } from "vitest/config";

const major = Number(process.versions.node.split(".")[0]);
if (major < 22) throw new Error("run the tests with npm test: it brings the Node that they need");

/** What they expect of throughput, latencies and counters holds on a machine of their own only. */
const MEASURING = ["busy-machine", "open-loop", "other-drivers", "own-scripts", "probes", "run", "survival"].map(
  (name) => `test/e2e/${name}.test.ts`,
);

/** Real servers take seconds to start, and machines are shared. */
const PATIENCE = { testTimeout: 240_000, hookTimeout: 240_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["src/**/*.test.ts", "test/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: ["test/e2e/**"],
          maxWorkers: 2,
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "servers",
          include: ["test/e2e/**/*.test.ts"],
          exclude: MEASURING,
          // They wait more than they work.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          ...PATIENCE,
        },
      },
      {
        test: {
          name: "measuring",
          include: MEASURING,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          ...PATIENCE,
        },
      },
    ],
  },
});
