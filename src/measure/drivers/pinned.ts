/** `taskset -c …` before a load client's command, empty where it may run anywhere. */
export function pinned(cpus: readonly number[] | null): readonly string[] {
  return cpus === null ? [] : ["taskset", "-c", cpus.join(",")];
}
