import type { VariantFacts } from "../../store/store.ts";
import type { LabDeps } from "./lab-deps.ts";
import type { StageVariant } from "./stage-servers.ts";

/** Effective variables, read from the running server: what is really in force, not what was asked for. Thaws the server. */
export async function readVariantFacts(open: StageVariant, deps: LabDeps): Promise<VariantFacts> {
  const dbms = deps.dbmses[open.variant.build.family];
  await open.handle.thaw();
  const connection = await deps.connect(open.handle.server);
  try {
    const variables = await dbms.effectiveVariables(connection);
    return { variant: open.variant.name, variables, commandLine: open.handle.server.commandLine };
  } finally {
    await connection.close();
    await open.handle.freeze();
  }
}
