import type { Cell, Stage } from "../../model/plan.ts";
import type { StoredRun } from "../../store/store.ts";
import type { LabDeps } from "./lab-deps.ts";
import type { LoadClients } from "./load-clients.ts";
import { prepareVariant } from "./prepare-variant.ts";
import { closeStage, openStage, type StageServers, whileAlive } from "./stage-servers.ts";
import type { Templates } from "./template.ts";
import { type Unsteady, warmUp } from "./warm-up.ts";

/** A stage whose servers answer and are warm. */
export interface OpenStage {
  readonly servers: StageServers;
  readonly unsteady: readonly Unsteady[];
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
  readonly clients: LoadClients;
}

export function createStageKeeper(request: StageKeeperRequest, deps: LabDeps): StageKeeper {
  const { run, clients } = request;
  const factsSaved = new Set(run.variantFacts.map((facts) => facts.variant));
  let open: OpenStage | null = null;

  const leave = async (): Promise<void> => {
    const servers = open?.servers;
    open = null;
    if (servers !== undefined) await closeStage(servers, deps);
  };

  const prepare = async (servers: StageServers): Promise<void> => {
    for (const [name, variant] of servers.variants) {
      const facts = await prepareVariant(variant, deps);
      if (factsSaved.has(name)) continue;
      await deps.store.saveVariantFacts(run.id, facts);
      factsSaved.add(name);
    }
  };

  const enter = async (stage: Stage, cells: readonly Cell[]): Promise<OpenStage> => {
    if (open?.servers.stage.id === stage.id) return open;
    await leave();
    const templates = request.templates.get(stage.workload) ?? new Map<string, string>();
    const servers = await openStage({ run: run.id, plan: run.plan, stage, templates, clients }, deps);
    // From here on `leave` stops them, whatever fails next.
    open = { servers, unsteady: [] };
    const unsteady = await whileAlive(servers, `the warm-up of ${stage.id}`, async () => {
      await prepare(servers);
      return warmUp({ plan: run.plan, servers, cells, clients }, deps);
    });
    open = { servers, unsteady };
    return open;
  };

  return { enter, leave };
}
