/** Whether the limit of open files lets clients and servers have their connections. */
import { LabError } from "../model/errors.ts";
import type { HostFacts } from "../model/host.ts";
import type { Cell, Variant } from "../model/plan.ts";

/**
 * Files of a process beside one for each connection. MySQL lowers max_connections without an error where the limit is
 * below 10 + max_connections + 2 x 400 tables (5.6 manual, open_files_limit); the rest is what each process has anyway.
 */
const BESIDE = { mysql: 850, postgres: 100 } as const;

/** Throws `plan-impossible` where the clients of some cell would not be let in, or not all of them and without a word. */
export function refuseFewOpenFiles(
  { cells, variants }: { readonly cells: readonly Cell[]; readonly variants: readonly Variant[] },
  { openFiles = null }: HostFacts,
): void {
  const clients = Math.max(...cells.map((cell) => cell.clients));
  const needed = clients + Math.max(...variants.map(({ build }) => BESIDE[build.family]));
  if (openFiles === null || openFiles >= needed) return;
  throw new LabError({
    code: "plan-impossible",
    message: `a process may have ${openFiles} files open, and ${clients} clients need ${needed}`,
    hint: `raise the hard limit (ulimit -Hn ${needed} as root, or nofile in /etc/security/limits.conf), or measure fewer clients`,
    where: "clients",
  });
}
