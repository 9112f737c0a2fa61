import type { Family } from "../../model/build.ts";
import type { CgroupFacts } from "../../model/host.ts";
import type { Os } from "../../os/os.ts";
import type { Store } from "../../store/store.ts";
import type { Connect } from "../connect/connect.ts";
import type { Dbms } from "../dbms/dbms.ts";
import type { Driver } from "../drivers/driver.ts";
import type { Probe } from "../probes/probe.ts";
import type { LabPaths } from "./lab-paths.ts";
import type { Progress } from "./progress.ts";

/** Everything the loop needs of the world. The loop's unit tests pass fakes; the command line passes the real ones. */
export interface LabDeps {
  readonly os: Os;
  readonly dbmses: Readonly<Record<Family, Dbms>>;
  readonly connect: Connect;
  /** Those that the plan asks for. */
  readonly drivers: readonly Driver[];
  readonly probes: readonly Probe[];
  readonly store: Store;
  readonly cgroups: CgroupFacts;
  readonly paths: LabPaths;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}
