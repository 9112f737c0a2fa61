import type { KeyDistribution, Spacing } from "../model/workload.ts";

/** Every default of a spec, in one place. Times in seconds. `dbdyno plan` prints what they came to. */
export const DEFAULTS = {
  factor: [],
  clients: [1, 8],
  cpus: null,
  listen: "socket",
  method: {
    margin: 0.05,
    alpha: 0.05,
    measure: 10,
    /** Without a `measure:` of its own: one cycle of flushing or checkpoints. With one, writes take that. */
    measureWrites: 60,
    settle: 2,
    warmUp: 30,
    rounds: { min: 3, max: 12 },
    budget: null,
    driver: "native",
  },
  probes: { os: 1, status: 1 },
  workload: {
    storageEngine: null,
    prepared: true,
    keys: "special" satisfies KeyDistribution,
    spacing: "poisson" satisfies Spacing,
  },
} as const;

/** What a value may be, both ends allowed. Below them a number means nothing; above, somebody's typing slipped. */
export const LIMITS = {
  /** Alpha: the boundary is calibrated from 0.1 % to 20 %. */
  alpha: { min: 0.001, max: 0.2 },
  margin: { min: 0.001, max: 0.5 },
  /** Shorter stretches are made of start and end effects. */
  measure: { min: 0.5, max: 86_400 },
  settle: { min: 0, max: 3600 },
  warmUp: { min: 0, max: 3600 },
  budget: { min: 10, max: 30 * 86_400 },
  probe: { min: 0.1, max: 60 },
  /** A spread needs two rounds. */
  rounds: { min: 2, max: 100 },
  clients: { min: 1, max: 4096 },
  tables: { min: 1, max: 1000 },
  /** The ranges of the oltp statements span 100 rows. */
  rows: { min: 100, max: 1e9 },
  /** Operations a second of an open loop. */
  rate: { min: 1, max: 10e6 },
  /** Of the closed loop's throughput: above it the queue only grows. */
  rateShare: { min: 0.01, max: 1 },
  /** pgbench's: 100 000 rows each. */
  scale: { min: 1, max: 100_000 },
  cpu: { min: 0, max: 4095 },
  /** Variants that a matrix may make. */
  variants: { min: 2, max: 64 },
} as const;
