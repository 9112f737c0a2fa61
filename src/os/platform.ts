/** Names of the kinds of machine. */

/** Where Node and the kernel differ. */
const KERNEL_NAMES: Readonly<Record<string, string>> = {
  x64: "x86_64",
  arm64: "aarch64",
  ia32: "i386",
  riscv64: "riscv",
};

/** Node's `process.arch` as the kernel and builds of servers name it: `x64` is `x86_64`. Pure. */
export function machineName(architecture: string): string {
  return KERNEL_NAMES[architecture] ?? architecture;
}
