/**
 * A program for `runOnSmallDisk`: `dbdyno run` in the folder of the spec, whose servers' data is on the small disk, which
 * is full from the first measurement on; then, with space freed, what goes on. It prints a `FullDiskRuns`.
 */
import { type CliResult, runCli } from "./cli.ts";
import { fillDisk } from "./full-disk.ts";

export interface FullDiskRuns {
  readonly first: CliResult;
  readonly resumed: CliResult;
}

const [mount = "", cwd = ""] = process.argv.slice(2);
let free: (() => void) | null = null;
const fill = (text: string): void => {
  if (text.includes("round 1: measuring")) free ??= fillDisk(mount);
};
const first = await runCli(["run", "spec.yaml"], { cwd, terminal: true, onErr: fill });
const emptied: () => void = free ?? (() => undefined);
emptied();
const resumed = await runCli(["run", "--resume", "--json"], { cwd });
process.stdout.write(JSON.stringify({ first, resumed } satisfies FullDiskRuns));
