import { defineConfig } from "vitest/config";

const major = Number(process.versions.node.split(".")[0]);
if (major < 22) throw new Error("run the tests with npm test: it brings the Node that they need");

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
          // One file at a time, after the unit tests: real servers would wait for each other's CPU.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          // Real servers take seconds to start, and machines are shared.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
