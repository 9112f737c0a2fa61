import { EXIT } from "../../model/exit-codes.ts";
import type { RunSummary } from "../../store/store.ts";
import type { Command } from "../command.ts";
import { withReadableStore } from "../laboratory.ts";
import { printRows } from "../print-rows.ts";

export const lsCommand: Command = {
  name: "ls",
  summary: "runs of this lab, newest first",
  examples: ["dbdyno ls", "dbdyno ls --json"],
  configure: (command) => command,
  run: async (_input, context) => {
    const runs = await withReadableStore(context, (store) => store.listRuns());
    const header = ["run", "state", "measurements", "started", "experiment"];
    printRows({ header, rows: runs.map(toRow), objects: runs }, context);
    return EXIT.ok;
  },
};

function toRow(run: RunSummary): readonly string[] {
  return [run.id, run.state, String(run.measurements), run.startedAt, run.experiment];
}
