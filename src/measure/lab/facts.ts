import { resolve } from "node:path";
import type { Build, Family } from "../../model/build.ts";
import { LabError } from "../../model/errors.ts";
import type { HostFacts } from "../../model/host.ts";
import type { Spec } from "../../model/spec.ts";
import type { ScriptFile } from "../../model/workload.ts";
import { gatherHostFacts } from "../../os/host.ts";
import type { Os } from "../../os/os.ts";
import { scriptFileNames } from "../../spec/script-files.ts";
import { type CatalogueEntry, entryName, knownBuilds } from "../builds/catalogue.ts";
import { resolveBuild } from "../builds/resolve-build.ts";

/** What must be known before the plan, so that the plan itself is pure. */
export interface Facts {
  readonly host: HostFacts;
  readonly knownVersions: Readonly<Record<Family, readonly string[]>>;
  /** By variant name: the build, or why there is none. */
  readonly builds: Readonly<Record<string, Build | LabError>>;
  /** By the name that the spec has for it: the file, or why it cannot be read. */
  readonly scripts: Readonly<Record<string, ScriptFile | LabError>>;
}

export interface FactsRequest {
  readonly spec: Spec;
  /** Absolute: what the spec's paths of scripts are relative to. */
  readonly specFolder: string;
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
    builds[variant.name] = await valueOrError(() => resolveBuild(variant.build, { os, ...buildDeps }));
  }
  const scripts = await readScripts(request, os);
  return { host: await gatherHostFacts(os, request.labDirectory), knownVersions: knownBuilds(), builds, scripts };
}

async function readScripts({ spec, specFolder }: FactsRequest, os: Os): Promise<Facts["scripts"]> {
  const names = scriptFileNames(spec.workloads);
  const read = async (path: string): Promise<ScriptFile> => ({ path, sha256: await os.files.sha256(path) });
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name, await valueOrError(() => read(resolve(specFolder, name)))] as const),
    ),
  );
}

async function valueOrError<Value>(find: () => Promise<Value>): Promise<Value | LabError> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof LabError && error.code !== "interrupted") return error;
    throw error;
  }
}
