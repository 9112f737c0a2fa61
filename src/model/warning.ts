/** A doubt about a measurement or a cell: data, shown with its advice, never an exception and never a silent skip. */
export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
  readonly advice: string;
}

export type WarningCode =
  | "shorter-than-flush-cycle"
  | "shared-cpus"
  | "shared-cores"
  | "not-steady"
  | "client-saturated"
  | "rate-not-kept"
  | "run-queue-wait"
  | "errors-seen"
  | "foreign-cpu"
  | "steal"
  | "no-cgroup"
  | "state-used-up"
  | "work-differs"
  | "few-operations"
  | "undeclared-difference"
  | "probe-failed"
  | "rounds-left-out"
  | "small-difference"
  | "decided-earlier"
  | "rounds-added"
  | "set-interrupted";
