import { LabError } from "../../model/errors.ts";
import type { Plan } from "../../model/plan.ts";
import type { Script } from "../../model/workload.ts";
import type { Os } from "../../os/os.ts";
import { scriptsOf } from "../../workloads/scripts.ts";

/** Throws `plan-impossible` where a script is not what the run began with: another script is another load. */
export async function assertSameScripts(plan: Plan, os: Os): Promise<void> {
  const scripts = plan.workloads.flatMap(({ load }) => (load === undefined ? [] : scriptsOf(load)));
  for (const { name, file } of scripts) {
    if (file === null) continue;
    const now = (await os.files.exists(file.path)) ? await os.files.sha256(file.path) : null;
    if (now !== file.sha256)
      throw changed({ name, file }, now === null ? "is not there any more" : "was changed since");
  }
}

function changed({ name, file }: Script, what: string): LabError {
  const path = file?.path ?? name;
  return new LabError({
    code: "plan-impossible",
    message: `the script ${name} ${what}: this run began with sha256 ${file?.sha256.slice(0, 12)}`,
    hint: `put the script back as it was (${path}), or start a new run: measurements of two scripts cannot stand for one step`,
    where: path,
  });
}
