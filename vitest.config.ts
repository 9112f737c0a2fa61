import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "scripts/**/*.test.ts"],
    // Real servers take seconds to start, and machines are shared.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // Two cores: more workers only make the real servers wait for each other.
    maxWorkers: 2,
  },
});
