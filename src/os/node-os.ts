/** The real machine behind the `Os` port. */
import { createClock } from "./clock.ts";
import { createFiles } from "./files.ts";
import type { Os } from "./os.ts";
import { createProcesses } from "./processes.ts";

export function createOs(): Os {
  return { clock: createClock(), files: createFiles(), processes: createProcesses() };
}
