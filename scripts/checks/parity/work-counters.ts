/** What a server says of the work it did: its own counters, read through a connection that is not counted itself. */
import type { SqlConnection } from "../../../src/measure/connect/connect.ts";
import { openConnection } from "../../../src/measure/connect/open-connection.ts";
import type { Family } from "../../../src/model/build.ts";
import { os, type Subject } from "./subjects.ts";

/** Totals by name. */
export type Counts = Readonly<Record<string, number>>;

export interface WorkCounters {
  read(): Promise<Counts>;
  close(): Promise<void>;
}

const OPEN: Readonly<Record<Family, (subject: Subject) => Promise<WorkCounters>>> = {
  mysql: openMysqlCounters,
  postgres: openPostgresCounters,
};

export function openWorkCounters(subject: Subject): Promise<WorkCounters> {
  return OPEN[subject.family](subject);
}

/** Statements, handler calls, rows and bytes; what is left out is time, memory and background work. */
const MYSQL_WORK =
  /^(Com_\w+|Questions|Handler_\w+|Innodb_rows_\w+|Bytes_(sent|received)|Select_\w+|Sort_\w+|Created_\w+)$/;

async function openMysqlCounters({ loaded }: Subject): Promise<WorkCounters> {
  const { connection } = loaded;
  return {
    // The reading itself is in the counts, the same each time: differences of differences are free of it.
    read: async () => {
      const rows = await connection.query("SHOW GLOBAL STATUS");
      const counts = rows.map(({ Variable_name, Value }) => [String(Variable_name), Number(Value)] as const);
      return Object.fromEntries(counts.filter(([name, value]) => MYSQL_WORK.test(name) && Number.isFinite(value)));
    },
    close: async () => undefined,
  };
}

/** Rows that index scans gave (`tup_fetched`), and not `tup_returned`: that counts what earlier loads left dead, too. */
const POSTGRES_WORK = `SELECT xact_commit, xact_rollback, tup_fetched, tup_inserted, tup_updated, tup_deleted, deadlocks
  FROM pg_stat_database WHERE datname = $1`;
/** A cached plan of BEGIN or COMMIT is counted at its first execution only; transactions are in `xact_commit`. */
const POSTGRES_STATEMENTS = `SELECT query, calls, rows FROM pg_stat_statements AS s JOIN pg_database AS d ON s.dbid = d.oid
  WHERE datname = $1 AND query !~* '^(BEGIN|COMMIT|END|ROLLBACK)'`;

/** From another database, so that the load's is left alone. */
async function openPostgresCounters({ loaded }: Subject): Promise<WorkCounters> {
  const { server } = loaded.handle;
  const connection = await openConnection(server, { database: "postgres" });
  await connection.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
  return {
    read: () => readSettled(() => readPostgres(connection, server.database)),
    close: async () => {
      // Switched off for what follows: it costs the server CPU, and sessions to come read this.
      await connection.query(`ALTER DATABASE ${server.database} SET pg_stat_statements.track = 'none'`);
      await connection.close();
    },
  };
}

async function readPostgres(connection: SqlConnection, database: string): Promise<Counts> {
  const [row] = await connection.query(POSTGRES_WORK, [database]);
  const counts = new Map(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]));
  for (const { query, calls, rows } of await connection.query(POSTGRES_STATEMENTS, [database])) {
    const statement = String(query).replace(/sbtest\d+/g, "sbtest");
    for (const [name, value] of [
      ["calls", calls],
      [`calls of ${statement}`, calls],
      [`rows of ${statement}`, rows],
    ] as const) {
      counts.set(name, (counts.get(name) ?? 0) + Number(value));
    }
  }
  return Object.fromEntries(counts);
}

const LOOK_SECONDS = 0.3;
const MOST_LOOKS = 20;

/** Backends hand their counts over when they end, a moment after their clients did. */
async function readSettled(read: () => Promise<Counts>): Promise<Counts> {
  let last = await read();
  for (let look = 0; look < MOST_LOOKS; look++) {
    await os.clock.sleep(LOOK_SECONDS);
    const next = await read();
    if (JSON.stringify(next) === JSON.stringify(last)) return next;
    last = next;
  }
  throw new Error(
    `the server's counters still move ${MOST_LOOKS * LOOK_SECONDS} s after the load: ${JSON.stringify(last)}`,
  );
}
