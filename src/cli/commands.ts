import type { Command } from "./command.ts";
import { buildsCommand } from "./commands/builds.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { initCommand } from "./commands/init.ts";
import { lsCommand } from "./commands/ls.ts";
import { planCommand } from "./commands/plan.ts";
import { reportCommand } from "./commands/report.ts";
import { runCommand } from "./commands/run.ts";
import { specCommand } from "./commands/spec.ts";

/** In the order of `dbdyno --help`: as one meets them. */
export const COMMANDS: readonly Command[] = [
  runCommand,
  planCommand,
  initCommand,
  doctorCommand,
  buildsCommand,
  reportCommand,
  lsCommand,
  specCommand,
];
