import { describe, expect, it } from "vitest";
import { makeTestPlan } from "../../../test/support/test-plan.ts";
import type { Plan } from "../../model/plan.ts";
import { createFakeOs } from "../../os/fake-os.ts";
import { assertSameScripts } from "./same-scripts.ts";

const PATH = "/work/my.lua";

async function planWith(os: ReturnType<typeof createFakeOs>): Promise<Plan> {
  const plan = makeTestPlan({ steps: ["point-query"], rounds: { min: 2, max: 2 } });
  const script = { name: "./my.lua", file: { path: PATH, sha256: await os.files.sha256(PATH) } };
  const load = { driver: "sysbench", script, prepare: script, options: [], effect: "read", scale: null } as const;
  return { ...plan, workloads: plan.workloads.map((entry) => ({ ...entry, load })) };
}

describe("going on with a run of scripts", () => {
  it("wants the scripts as they were", async () => {
    const os = createFakeOs();
    await os.files.makeDirectory("/work");
    await os.files.write(PATH, "function event() end\n");
    const plan = await planWith(os);
    await expect(assertSameScripts(plan, os)).resolves.toBeUndefined();
    await os.files.write(PATH, "function event() query() end\n");
    await expect(assertSameScripts(plan, os)).rejects.toMatchObject({
      code: "plan-impossible",
      message: expect.stringContaining("the script ./my.lua was changed since"),
      where: PATH,
    });
    await os.files.remove(PATH);
    await expect(assertSameScripts(plan, os)).rejects.toThrow("the script ./my.lua is not there any more");
  });
});
