/** What `dbdyno builds list` shows. */
import type { Bytes } from "../../model/units.ts";
import { type BuildDeps, buildFolder, readRecord } from "./cache.ts";
import { CATALOGUE, type CatalogueEntry } from "./catalogue.ts";

export interface ListedBuild extends CatalogueEntry {
  readonly fetched: boolean;
  /** Null where it is not in the cache yet. */
  readonly basedir: string | null;
  /** Of the download; null where nobody has fetched it yet. */
  readonly downloadBytes: Bytes | null;
}

/** The whole catalogue, by family, newest first, with what is in the cache. */
export function listBuilds(deps: Pick<BuildDeps, "os" | "cacheDirectory">): Promise<readonly ListedBuild[]> {
  return Promise.all(
    CATALOGUE.map(async (entry) => {
      const folder = buildFolder(deps.cacheDirectory, entry);
      const record = await readRecord(deps.os, folder);
      const downloadBytes = record?.downloadBytes ?? entry.downloadBytes;
      return { ...entry, fetched: record !== null, basedir: record && folder, downloadBytes };
    }),
  );
}
