import { extname, resolve } from "node:path";
import { LabError } from "../../model/errors.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { FORMATS, type Format } from "../../report/formats.ts";
import type { Command } from "../command.ts";
import { type CommandInput, textOption } from "../command-input.ts";
import { withReadableStore } from "../laboratory.ts";
import { chooseFormat, judgeStoredRun, renderFor } from "../show-run.ts";

export const reportCommand: Command = {
  name: "report",
  summary: "judge a stored run again and show it; without a name the latest",
  examples: [
    "dbdyno report",
    "dbdyno report -o report.html",
    "dbdyno report 2026-11-30-demo --format md -o bug.md",
    "dbdyno report --json",
  ],
  configure: (command) =>
    command
      .argument("[run]", "name of a run, as dbdyno ls prints it")
      .option("--format <format>", `${FORMATS.join(", ")}; default by the ending of -o`)
      .option("-o, --output <file>", "write there instead of standard output"),
  run: async (input, context) => {
    const file = textOption(input, "output");
    const asked = readFormat(input) ?? formatOf(file);
    const run = await withReadableStore(context, (store) => store.readRun(input.args[0] ?? null));
    const { document } = judgeStoredRun(run, context.lab);
    const text = await renderFor(run, document, chooseFormat(asked, context), context);
    if (file === null) context.io.out(text);
    else await context.os.files.write(resolve(context.io.cwd, file), text);
    return EXIT.ok;
  },
};

/** By the ending of the file's name, where it is a format's: `report.html`. */
function formatOf(file: string | null): Format | null {
  const ending = file === null ? "" : extname(file).slice(1);
  return FORMATS.find((format) => format === ending) ?? null;
}

function readFormat(input: CommandInput): Format | null {
  const asked = textOption(input, "format");
  if (asked === null) return null;
  const format = FORMATS.find((candidate) => candidate === asked);
  if (format !== undefined) return format;
  throw new LabError({ code: "usage", message: `no format ${asked}`, hint: `one of: ${FORMATS.join(", ")}` });
}
