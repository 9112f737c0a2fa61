import type { VariantFacts } from "../../store/store.ts";
import type { LabDeps } from "./lab-deps.ts";
import type { StageVariant } from "./stage-servers.ts";

const DIRTY_PAGES_LIMIT_SECONDS = 30;

/**
 * Before the warm-up: reads the effective variables, which say what is really in force and not what was asked for, and
 * has pages written that starting made dirty, so that no variant flushes them while it is measured. The server is left
 * frozen.
 */
export async function prepareVariant(open: StageVariant, deps: LabDeps): Promise<VariantFacts> {
  const dbms = deps.dbmses[open.variant.build.family];
  await open.handle.thaw();
  const connection = await deps.connect(open.handle.server);
  try {
    const variables = await dbms.effectiveVariables(connection);
    await dbms.writeDirtyPages(connection, DIRTY_PAGES_LIMIT_SECONDS);
    return { variant: open.variant.name, variables, commandLine: open.handle.server.commandLine };
  } finally {
    // Before freezing: a frozen server does not answer the goodbye.
    await connection.close();
    await open.handle.freeze();
  }
}
