/** What sessions of load generators that are programs have in common: one process a measurement. */
import type { LoadResult } from "../../../model/measurement.ts";
import type { Os } from "../../../os/os.ts";
import type { DriverOptions, DriverSession, LoadRequest } from "../driver.ts";
import { pinned } from "../pinned.ts";
import { LoadProgram, type ProgramOrder, type ProgramOutcome } from "./load-program.ts";
import type { LoadTool } from "./load-tool.ts";
import { loginEnvironment } from "./login-environment.ts";

/** What is the program's own of a `ProgramOrder`. */
export interface ProgramCall
  extends Pick<ProgramOrder, "name" | "logFile" | "startMark" | "from" | "to" | "isStalled"> {
  readonly arguments: readonly string[];
  /** Besides the tool's own. */
  readonly env?: Readonly<Record<string, string>>;
}

export abstract class ProgramSession implements DriverSession {
  protected readonly os: Os;
  protected readonly options: DriverOptions;
  protected readonly tool: LoadTool;
  private program: LoadProgram | null = null;

  constructor(os: Os, tool: LoadTool, options: DriverOptions) {
    this.os = os;
    this.tool = tool;
    this.options = options;
  }

  abstract run(request: LoadRequest): Promise<LoadResult>;

  pids(): readonly number[] {
    return this.program === null ? [] : [this.program.pid];
  }

  async close(): Promise<void> {
    // A run ends with its process, and there is nothing else to close.
  }

  protected async measure({ server, signal, onEdge }: LoadRequest, call: ProgramCall): Promise<ProgramOutcome> {
    const { arguments: args, env, ...order } = call;
    this.program = await LoadProgram.start(this.os, {
      ...order,
      argv: [...pinned(this.options.cpus), ...this.tool.argv, ...args],
      env: { ...this.tool.env, ...env, ...loginEnvironment(server) },
      archive: this.options.logFile,
      ...(signal && { signal }),
      ...(onEdge && { onEdge }),
    });
    try {
      return await this.program.measure();
    } finally {
      this.program = null;
    }
  }
}
