/** Starts a server and waits until it answers. What is special about a family is in its `ServerRecipe`. */
import type { Family } from "../../model/build.ts";
import { LabError } from "../../model/errors.ts";
import type { CgroupFacts } from "../../model/host.ts";
import type { RunningServer } from "../../model/server.ts";
import { addToCgroup, clearCgroup, createCgroup, removeCgroup } from "../../os/cgroup.ts";
import { errnoOf } from "../../os/faults.ts";
import type { Daemon, Os } from "../../os/os.ts";
import type { Connect, SqlConnection } from "../connect/connect.ts";
import { loginFaultOf } from "../connect/connection-fault.ts";
import type { ServerHandle, StartRequest } from "./dbms.ts";
import type { Endpoint } from "./endpoint.ts";
import { createServerHandle } from "./server-handle.ts";
import { failureTable, likelyFailure, type StartFailure, startFailed } from "./start-failure.ts";

export interface ServerDeps {
  readonly os: Os;
  readonly cgroups: CgroupFacts;
  readonly connect: Connect;
}

/** The database that workloads are loaded into: sysbench's name for it. */
export const DATABASE = "sbtest";

export interface ServerRecipe {
  readonly family: Family;
  readonly argv: readonly string[];
  readonly endpoint: Endpoint;
  readonly user: string;
  /** A database that is always there. */
  readonly maintenanceDatabase: string;
  /** One row with a column `place`, which is `ownPlace` on this server and on no other. */
  readonly placeQuery: string;
  readonly ownPlace: string;
  /** One row when the database is there, none else. */
  readonly findDatabase: string;
  readonly createDatabase: string;
  readonly shutdownSignal: "SIGTERM" | "SIGINT";
  readonly failures: readonly StartFailure[];
}

/** Crash recovery of a large log takes its time; a server that needs longer is stuck. */
export const READY_LIMIT_SECONDS = 120;
/** What failed to start has nothing to save, and mysqld that waits for a lock is deaf to SIGTERM for 100 s. */
const FAILED_GRACE_SECONDS = 5;
const FIRST_PAUSE_SECONDS = 0.01;
const LONGEST_PAUSE_SECONDS = 0.25;
const CONNECT_SECONDS = 5;

/** One start under way. */
interface Starting {
  readonly deps: ServerDeps;
  readonly request: StartRequest;
  readonly recipe: ServerRecipe;
  readonly handle: ServerHandle;
  /** Length of the log before this start: what follows is its own. */
  readonly logStart: number;
}

/**
 * Starts the server, puts it into its cgroup, waits until it answers a query, and makes the database where it is not there
 * yet. When it fails nothing is left behind but the log. Throws as `Dbms.start` says.
 */
export async function startServer(
  deps: ServerDeps,
  request: StartRequest,
  recipe: ServerRecipe,
): Promise<ServerHandle> {
  const starting = await launch(deps, request, recipe);
  try {
    if (request.cgroup !== null) await joinCgroup(deps, request.cgroup, starting.handle.server.pid);
    const connection = await waitUntilReady(starting);
    try {
      await ensureDatabase(connection, recipe);
    } finally {
      await connection.close();
    }
    return starting.handle;
  } catch (fault) {
    await starting.handle.stop(FAILED_GRACE_SECONDS);
    throw fault;
  }
}

async function launch(deps: ServerDeps, request: StartRequest, recipe: ServerRecipe): Promise<Starting> {
  const { os, cgroups } = deps;
  const { cgroup } = request;
  const { privateFolder } = recipe.endpoint;
  const logStart = (await readLog(os, request)).length;
  try {
    // Before the server, so that a machine that does not allow it leaves no server behind.
    if (cgroup !== null) {
      await clearCgroup(os, cgroups, cgroup);
      await createCgroup(os, cgroups, cgroup);
    }
    const daemon = await os.processes.start({ argv: recipe.argv, logFile: request.errorLog });
    const server = runningServer(request, recipe, daemon);
    const { shutdownSignal } = recipe;
    const handle = createServerHandle({ os, cgroups, daemon, server, privateFolder, shutdownSignal });
    return { deps, request, recipe, handle, logStart };
  } catch (fault) {
    await os.files.remove(privateFolder);
    if (cgroup !== null) await removeCgroup(os, cgroups, cgroup);
    throw fault;
  }
}

function runningServer(request: StartRequest, recipe: ServerRecipe, daemon: Daemon): RunningServer {
  const { variant, build, dataDirectory, errorLog, cgroup } = request;
  return {
    variant,
    family: recipe.family,
    build,
    pid: daemon.pid,
    address: recipe.endpoint.address,
    user: recipe.user,
    password: null,
    tls: null,
    database: DATABASE,
    dataDirectory,
    errorLog,
    cgroup,
    commandLine: recipe.argv,
  };
}

/** Within a millisecond of its start. A server that is gone by then is told by its exit code and log. */
async function joinCgroup({ os, cgroups }: ServerDeps, name: string, pid: number): Promise<void> {
  try {
    await addToCgroup(os, cgroups, name, pid);
  } catch (fault) {
    if (errnoOf(fault) !== "ESRCH") throw fault;
  }
}

async function waitUntilReady(starting: Starting): Promise<SqlConnection> {
  const { os } = starting.deps;
  const { signal } = starting.request;
  const deadline = os.clock.monotonic() + READY_LIMIT_SECONDS;
  for (let pause = FIRST_PAUSE_SECONDS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_SECONDS)) {
    await throwIfHopeless(starting, pause === LONGEST_PAUSE_SECONDS);
    const attempt = await tryToConnect(starting);
    if (attempt.kind === "connected") return attempt.connection;
    if (os.clock.monotonic() > deadline) {
      throw await failure(starting, `it did not answer within ${READY_LIMIT_SECONDS} s`, attempt.fault);
    }
    await os.clock.sleep(pause, signal);
  }
}

/** A dead server, and, looked at only when the start takes long, one whose log says that it waits for nothing good. */
async function throwIfHopeless(starting: Starting, readsLog: boolean): Promise<void> {
  const exitCode = starting.handle.exitCode();
  if (exitCode !== null) throw await failure(starting, `it ended with ${describeExit(exitCode)}`);
  if (!readsLog) return;
  const likely = likelyFailure(failureTable(starting.recipe.failures), (await ownLog(starting)).split("\n"));
  if (likely?.retries) throw await failure(starting, "it waits for something that does not come by itself");
}

type Attempt =
  | { readonly kind: "connected"; readonly connection: SqlConnection }
  | { readonly kind: "not-yet"; readonly fault: unknown };

async function tryToConnect(starting: Starting): Promise<Attempt> {
  const { deps, handle, recipe } = starting;
  const { address } = handle.server;
  if (address.kind === "socket" && !(await deps.os.files.exists(address.path))) {
    return { kind: "not-yet", fault: new Error(`there is no socket ${address.path}`) };
  }
  try {
    const { maintenanceDatabase: database } = recipe;
    const connection = await deps.connect(handle.server, { database, timeoutSeconds: CONNECT_SECONDS });
    await requireOwnServer(connection, recipe, handle.server);
    return { kind: "connected", connection };
  } catch (fault) {
    if (fault instanceof LabError && fault.code === "port-in-use") throw fault;
    // No waiting cures that.
    if (loginFaultOf(fault) !== null) throw await failure(starting, "it runs, but turns us away", fault);
    return { kind: "not-yet", fault };
  }
}

/** Somebody who took the port after it was checked would answer in our server's place, and be measured. */
async function requireOwnServer(connection: SqlConnection, recipe: ServerRecipe, server: RunningServer): Promise<void> {
  const [row] = await connection.query(recipe.placeQuery).catch(async (fault: unknown) => {
    await connection.close();
    throw fault;
  });
  if (row?.place === recipe.ownPlace) return;
  await connection.close();
  throw new LabError({
    code: "port-in-use",
    message: `variant ${server.variant}: another server answers on port ${recipe.endpoint.port}`,
    hint: "run the command again: it takes a port that is free now",
    where: `127.0.0.1:${recipe.endpoint.port}`,
  });
}

async function ensureDatabase(connection: SqlConnection, recipe: ServerRecipe): Promise<void> {
  const found = await connection.query(recipe.findDatabase);
  if (found.length === 0) await connection.query(recipe.createDatabase);
}

async function failure(starting: Starting, what: string, cause?: unknown): Promise<LabError> {
  const { request, recipe } = starting;
  const reason = cause instanceof Error ? ` (${cause.message})` : "";
  return startFailed({
    variant: request.variant,
    what: `${what}${reason}`,
    log: await ownLog(starting),
    errorLog: request.errorLog,
    dataDirectory: request.dataDirectory,
    table: recipe.failures,
    hint: loginFaultOf(cause)?.hint ?? null,
    cause,
  });
}

/** As a shell counts: over 128 is a signal. */
function describeExit(exitCode: number): string {
  return exitCode > 128 ? `signal ${exitCode - 128}` : `exit code ${exitCode}`;
}

async function ownLog({ deps, request, logStart }: Starting): Promise<string> {
  return (await readLog(deps.os, request)).slice(logStart);
}

async function readLog(os: Os, { errorLog }: StartRequest): Promise<string> {
  return (await os.files.readIfThere(errorLog)) ?? "";
}
