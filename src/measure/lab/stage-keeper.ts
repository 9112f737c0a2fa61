import type { Cell, Stage } from "../../model/plan.ts";
import type { Warning } from "../../model/warning.ts";
import type { StoredRun } from "../../store/store.ts";
import type { DriverSession } from "../drivers/driver.ts";
import type { LabDeps } from "./lab-deps.ts";
import { closeStage, openStage, type StageServers } from "./stage-servers.ts";
import type { Templates } from "./template.ts";
import { readVariantFacts } from "./variant-facts.ts";
import { warmUp } from "./warm-up.ts";

/** A stage whose servers answer and are warm. */
export interface OpenStage {
  readonly servers: StageServers;
  /** What the warm-up said, by variant. */
  readonly warnings: ReadonlyMap<string, readonly Warning[]>;
}

/** Holds at most one stage open. */
export interface StageKeeper {
  /** The stage's servers: those at hand when it is open already, else the old stage is left and this one opened. */
  enter(stage: Stage, cells: readonly Cell[]): Promise<OpenStage>;
  leave(): Promise<void>;
}

export interface StageKeeperRequest {
  readonly run: StoredRun;
  readonly templates: Templates;
  readonly session: DriverSession;
}

export function createStageKeeper(request: StageKeeperRequest, deps: LabDeps): StageKeeper {
  let open: OpenStage | null = null;
  const factsSaved = new Set(request.run.variantFacts.map((facts) => facts.variant));

  const leave = async (): Promise<void> => {
    const servers = open?.servers;
    open = null;
    if (servers !== undefined) await closeStage(servers, deps);
  };

  const saveFacts = async (servers: StageServers): Promise<void> => {
    for (const [name, variant] of servers.variants) {
      if (factsSaved.has(name)) continue;
      await deps.store.saveVariantFacts(request.run.id, await readVariantFacts(variant, deps));
      factsSaved.add(name);
    }
  };

  const enter = async (stage: Stage, cells: readonly Cell[]): Promise<OpenStage> => {
    if (open?.servers.stage.id === stage.id) return open;
    await leave();
    const { plan, id } = request.run;
    const templates = request.templates.get(stage.workload) ?? new Map<string, string>();
    const servers = await openStage({ run: id, plan, stage, templates, session: request.session }, deps);
    // From here on `leave` stops them, whatever fails next.
    open = { servers, warnings: new Map() };
    await saveFacts(servers);
    open = { servers, warnings: await warmUp({ plan, servers, cells, session: request.session }, deps) };
    return open;
  };

  return { enter, leave };
}
