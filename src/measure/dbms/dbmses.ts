/** All server families there are. */
import type { Family } from "../../model/build.ts";
import type { Dbms } from "./dbms.ts";
import { createMysqlDbms } from "./mysql/mysql-dbms.ts";
import { createPostgresDbms } from "./postgres/postgres-dbms.ts";
import type { ServerDeps } from "./start-server.ts";

/** The adapter of each family. `deps.cgroups` says which controllers this user can write: `findCgroups` of `os`. */
export function createDbmses(deps: ServerDeps): Readonly<Record<Family, Dbms>> {
  return { mysql: createMysqlDbms(deps), postgres: createPostgresDbms(deps) };
}
