/**
 * What stands before a server's binary on its command line. Each of these programs becomes the server by exec, so the
 * pid that is started is the server's, and the stored command line can be repeated as it is.
 */
import { LabError } from "../../model/errors.ts";
import { formatCpuList } from "../../os/cpu-list.ts";
import type { Os } from "../../os/os.ts";
import { readProcessStatus } from "../../os/proc.ts";

export interface LaunchRequest {
  /** CPUs the server may use; null: all. */
  readonly cpus: readonly number[] | null;
  /** For LD_LIBRARY_PATH; null for nearly all builds. */
  readonly libraryPath: string | null;
  /** True: the server refuses root, and gets another user id by a user namespace when root starts it. */
  readonly refusesRoot: boolean;
}

/**
 * Maps root to another id for one program. Unlike `su` it needs no such account, and files stay root's: it works in folders
 * that only root may enter, and nothing is chowned. Folders of other users are closed to it, though, as they are to any user.
 */
const ANOTHER_ID = ["unshare", "--user", "--map-user=1000", "--map-group=1000", "--"];

/** The words before the binary. Throws `tool-missing` without taskset or unshare, `permission-denied` without user namespaces. */
export async function launchPrefix(os: Os, request: LaunchRequest): Promise<readonly string[]> {
  const { cpus, libraryPath, refusesRoot } = request;
  return [
    ...(cpus === null ? [] : await pinning(os, cpus)),
    ...(refusesRoot && (await isRoot(os)) ? await anotherId(os) : []),
    ...(libraryPath === null ? [] : ["env", `LD_LIBRARY_PATH=${libraryPath}`]),
  ];
}

/** True when this process has root's effective user id. */
export async function isRoot(os: Os): Promise<boolean> {
  return readProcessStatus(await os.files.read("/proc/self/status")).effectiveUserId === 0;
}

async function pinning(os: Os, cpus: readonly number[]): Promise<readonly string[]> {
  if ((await os.processes.which("taskset")) !== null) return ["taskset", "-c", formatCpuList(cpus)];
  throw new LabError({
    code: "tool-missing",
    message: "cannot keep the server on its CPUs: there is no taskset here",
    hint: "install it (apt-get install util-linux), or leave `cpus:` out of the spec",
  });
}

async function anotherId(os: Os): Promise<readonly string[]> {
  if ((await os.processes.which("unshare")) === null) throw noUnshare();
  const why = await whyNoNamespaces(os);
  if (why === null) return ANOTHER_ID;
  throw new LabError({
    code: "permission-denied",
    message: `PostgreSQL refuses to run as root, and this machine gives it no other user id: ${why}`,
    hint: "run dbdyno as an ordinary user, or allow user namespaces (sysctl -w user.max_user_namespaces=10000)",
  });
}

function noUnshare(): LabError {
  return new LabError({
    code: "tool-missing",
    message: "PostgreSQL refuses to run as root, and there is no unshare (util-linux) to give it another user id",
    hint: "install it (apt-get install util-linux), or run dbdyno as an ordinary user",
    where: "unshare",
  });
}

/** Null where user namespaces work. */
async function whyNoNamespaces(os: Os): Promise<string | null> {
  const { exitCode, stderr } = await os.processes.run([...ANOTHER_ID, "true"]);
  return exitCode === 0 ? null : stderr.trim() || "user namespaces are switched off";
}
