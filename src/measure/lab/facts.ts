import type { Build, Family } from "../../model/build.ts";
import { LabError } from "../../model/errors.ts";
import type { HostFacts } from "../../model/host.ts";
import type { Spec } from "../../model/spec.ts";
import { gatherHostFacts } from "../../os/host.ts";
import type { Os } from "../../os/os.ts";
import { type CatalogueEntry, entryName, knownBuilds } from "../builds/catalogue.ts";
import { resolveBuild } from "../builds/resolve-build.ts";

/** What must be known before the plan, so that the plan itself is pure. */
export interface Facts {
  readonly host: HostFacts;
  readonly knownVersions: Readonly<Record<Family, readonly string[]>>;
  /** By variant name: the build, or why there is none. */
  readonly builds: Readonly<Record<string, Build | LabError>>;
}

export interface FactsRequest {
  readonly spec: Spec;
  readonly labDirectory: string;
  readonly cacheDirectory: string;
  readonly signal: AbortSignal;
  /** Called before a build is fetched, with its name. */
  readonly onFetch: (build: string) => void;
}

/**
 * Resolves every variant's build, fetching what the cache lacks, and looks at the machine. A build that cannot be
 * had is a value here: `resolveSpec` tells all of them at once, each with its place in the spec.
 */
export async function gatherFacts(request: FactsRequest, os: Os): Promise<Facts> {
  const { cacheDirectory, signal, onFetch } = request;
  const buildDeps = { cacheDirectory, signal, onFetch: (entry: CatalogueEntry) => onFetch(entryName(entry)) };
  const builds: Record<string, Build | LabError> = {};
  for (const variant of request.spec.variants) {
    // One after the other: variants often share a build, and the second then finds it in the cache.
    builds[variant.name] = await resolveOrError(() => resolveBuild(variant.build, { os, ...buildDeps }));
  }
  return { host: await gatherHostFacts(os, request.labDirectory), knownVersions: knownBuilds(), builds };
}

async function resolveOrError(resolve: () => Promise<Build>): Promise<Build | LabError> {
  try {
    return await resolve();
  } catch (error) {
    if (error instanceof LabError && error.code !== "interrupted") return error;
    throw error;
  }
}
