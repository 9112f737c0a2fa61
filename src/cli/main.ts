/** `main(args, io) -> exit code`: the table of contents of the command line. */
import { CommanderError, Command as Program } from "commander";
import { EXIT, type ExitCode } from "../model/exit-codes.ts";
import { createOs } from "../os/node-os.ts";
import type { Os } from "../os/os.ts";
import type { Command } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { createContext } from "./context.ts";
import type { Io } from "./io.ts";
import { reportError } from "./report-error.ts";
import { VERSION } from "./version.ts";

/**
 * Runs one command line. Never throws: every fault becomes a message on `io.err` and an exit code. Whoever ends the
 * process by force hands in its own `os`, which knows what was started.
 */
export async function main(args: readonly string[], io: Io, os: Os = createOs()): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  const program = createProgram(io);
  for (const command of COMMANDS) {
    addCommand({ program, command, args }, async (run) => {
      exitCode = await run(io, os);
    });
  }
  try {
    await program.parseAsync([...args], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    return reportError(error, io);
  }
}

function createProgram(io: Io): Program {
  return new Program("dbdyno")
    .description(
      "A dynamometer for database servers: which build, version or setting is slower, where, by how much, and how sure that is.",
    )
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError("(dbdyno --help lists the commands)")
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      getOutHelpWidth: () => io.width,
      getErrHelpWidth: () => io.width,
    });
}

type Run = (io: Io, os: Os) => Promise<ExitCode>;

interface AddedCommand {
  readonly program: Program;
  readonly command: Command;
  /** The whole command line. */
  readonly args: readonly string[];
}

function addCommand({ program, command, args }: AddedCommand, perform: (run: Run) => Promise<void>): void {
  const sub = program.command(command.name).summary(command.summary).description(command.summary);
  command
    .configure(sub)
    .option("--lab <dir>", "folder of runs, data and templates (default: ./lab, or DBDYNO_LAB)")
    .option("--json", "machine-readable output")
    .option("-q, --quiet", "no progress")
    .option("-v, --verbose", "say more")
    .option("--no-color", "no colours")
    .addHelpText("after", `\nExamples:\n${command.examples.map((example) => `  ${example}\n`).join("")}`)
    .action(async () => {
      const behind = command.passesThrough && args.includes("--") ? args.slice(args.indexOf("--") + 1) : [];
      const own = sub.args.slice(0, sub.args.length - behind.length);
      const input = { args: own, options: sub.opts(), passedThrough: behind };
      await perform(async (io, os) => command.run(input, createContext(input, io, os)));
    });
}
