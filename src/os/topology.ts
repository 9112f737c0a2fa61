/** The CPUs of this machine. Pure. */

export interface Cpu {
  readonly cpu: number;
  /** Same for hardware threads of one core, unique in the machine. */
  readonly core: string;
}

/**
 * `/proc/cpuinfo`: the model's name and the CPUs that are on line, in its order. ARM kernels print neither model
 * nor core: then the model is its `CPU part`, or `unknown`, and each CPU is a core of its own.
 */
export function readCpuinfo(text: string): { readonly model: string; readonly cpus: readonly Cpu[] } {
  const blocks = text.split(/\n\s*\n/).filter((block) => /^processor\s*:/m.test(block));
  const model = value(text, "model name") ?? value(text, "CPU part") ?? value(text, "cpu") ?? "unknown";
  return { model, cpus: blocks.map(readBlock) };
}

function readBlock(block: string): Cpu {
  const cpu = Number(value(block, "processor"));
  const core = value(block, "core id");
  return { cpu, core: core === null ? `cpu ${cpu}` : `${value(block, "physical id") ?? 0}/${core}` };
}

/**
 * The CPUs of `allowed` by core: its hardware threads, ascending; cores by their first CPU. A CPU that cpuinfo does not know
 * is a core of its own.
 */
export function groupByCore(cpus: readonly Cpu[], allowed: readonly number[]): readonly (readonly number[])[] {
  const cores = new Map(cpus.map(({ cpu, core }) => [cpu, core]));
  const groups = new Map<string, number[]>();
  for (const cpu of allowed) {
    const core = cores.get(cpu) ?? `cpu ${cpu}`;
    groups.set(core, [...(groups.get(core) ?? []), cpu]);
  }
  return [...groups.values()];
}

function value(text: string, key: string): string | null {
  return new RegExp(`^${key}\\s*: *(.+)$`, "m").exec(text)?.[1]?.trim() ?? null;
}
