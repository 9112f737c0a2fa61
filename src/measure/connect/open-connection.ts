/** Opens a connection by the family of the server: the one `Connect` that everything outside tests uses. */
import type { Family } from "../../model/build.ts";
import type { Connect } from "./connect.ts";
import { openMysqlConnection } from "./mysql/mysql-connection.ts";
import { openPostgresConnection } from "./postgres/postgres-connection.ts";

const OPEN: Readonly<Record<Family, Connect>> = { mysql: openMysqlConnection, postgres: openPostgresConnection };

/** A logged-in SQL connection to `server`. Throws `server-died`; see `Connect`. */
export const openConnection: Connect = (server, options) => OPEN[server.family](server, options);
