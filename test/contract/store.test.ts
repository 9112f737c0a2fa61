import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { storeContract } from "./store.ts";

storeContract("SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dbdyno-store-"));
  return {
    open: () => openSqliteStore({ file: join(folder, "lab.db") }),
    remove: () => rm(folder, { recursive: true }),
  };
});
