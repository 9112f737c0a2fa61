/** Processes of this machine (Linux: /proc must be mounted). */
import { runCommand } from "./command.ts";
import { startDaemon } from "./daemon.ts";
import type { Processes } from "./os.ts";
import { listProcesses, processTree } from "./process-table.ts";
import { sendSignal } from "./signals.ts";
import { createStartedFamilies } from "./started.ts";
import { findTool } from "./tools.ts";

/** `env` of a request is added to our own environment; commands and daemons lead process groups of their own. */
export function createProcesses(): Processes {
  const started = createStartedFamilies();
  return {
    run: (argv, options) => runCommand(started, argv, options),
    start: (request) => startDaemon(started, request),
    which: (command) => findTool(command, process.env.PATH ?? ""),
    tree: async (pid) => processTree(listProcesses(), pid),
    signal: sendSignal,
    noteFreezer: started.noteFreezer,
    killAll: started.killAll,
  };
}
