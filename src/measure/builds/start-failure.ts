/** Why a binary could not even print its version, from what the loader and the kernel say. */
import { LabError } from "../../model/errors.ts";
import type { CommandResult } from "../../os/os.ts";

/** Debian's and Red Hat's packages of the libraries that server tarballs most often miss. */
const PACKAGES: Readonly<Record<string, string>> = {
  "libaio.so.1": "apt install libaio1, or dnf install libaio",
  "libnuma.so.1": "apt install libnuma1, or dnf install numactl-libs",
  "libncurses.so.5": "apt install libncurses5, or dnf install ncurses-compat-libs",
  "libtinfo.so.5": "apt install libtinfo5, or dnf install ncurses-compat-libs",
  "libcrypt.so.1": "apt install libcrypt1, or dnf install libxcrypt-compat",
  "libstdc++.so.6": "apt install libstdc++6, or dnf install libstdc++",
};

/** Machine numbers of the ELF header, from the ELF specification (e_machine). */
const MACHINES: Readonly<Record<number, string>> = { 3: "i386", 40: "arm", 62: "x86_64", 183: "aarch64", 243: "riscv" };

/** The library that the loader did not find (glibc's and musl's wording), else null. */
export function missingLibrary(stderr: string): string | null {
  const glibc = /error while loading shared libraries: ([^:]+): cannot open shared object file: No such file/;
  const musl = /Error loading shared library ([^:]+): No such file/;
  return (glibc.exec(stderr) ?? musl.exec(stderr))?.[1] ?? null;
}

export interface StartFailure {
  readonly binary: string;
  readonly result: CommandResult;
  /** First bytes of the binary in hexadecimal, at least 20 of them where it has so many. */
  readonly header: string;
  /** This machine's: `x86_64`. */
  readonly machine: string;
}

/** The error to throw for a binary that did not print its version. `result` is of `timeout … env LC_ALL=C binary --version`. */
export function explainStartFailure(failure: StartFailure): LabError {
  const { binary, result } = failure;
  const library = missingLibrary(result.stderr);
  if (library) return libraryMissing(binary, library);
  if (result.exitCode === 126 && result.stderr.includes("Permission denied")) return notExecutable(binary);
  if (isForeign(failure)) return wrongFormat(failure);
  if (result.exitCode === 127 && result.stderr.includes("No such file")) return loaderMissing(binary);
  return other(binary, result);
}

function libraryMissing(binary: string, library: string): LabError {
  const install = PACKAGES[library];
  return new LabError({
    code: "build-unavailable",
    message: `${binary} does not start: the shared library ${library} is not on this machine`,
    hint: `${install ? `${install}; ` : "install the package that has it, "}or name the folder that has it in LD_LIBRARY_PATH`,
    where: binary,
  });
}

/** By the file and not by the message: what the kernel refuses, `env` hands to a shell, which then complains of its bytes. */
function isForeign({ header, machine }: StartFailure): boolean {
  const isScript = header.startsWith("2321");
  return !isScript && elfMachine(header) !== machine;
}

function wrongFormat({ binary, header, machine }: StartFailure): LabError {
  const target = elfMachine(header);
  const message = target
    ? `${binary} is built for ${target}, and this machine is ${machine}`
    : `${binary} is not a program of this machine (${machine})`;
  return new LabError({ code: "basedir-invalid", message, hint: `use a build for ${machine}`, where: binary });
}

/** Byte 5 tells the byte order, bytes 18 and 19 the machine. Null for what is no ELF file. */
function elfMachine(header: string): string | null {
  const bytes = Buffer.from(header, "hex");
  if (bytes.length < 20 || bytes.toString("latin1", 1, 4) !== "ELF") return null;
  const number = bytes[5] === 2 ? bytes.readUInt16BE(18) : bytes.readUInt16LE(18);
  return MACHINES[number] ?? `machine ${number} of the ELF specification`;
}

function notExecutable(binary: string): LabError {
  return new LabError({
    code: "permission-denied",
    message: `${binary} may not be executed`,
    hint: `chmod +x ${binary}; where it is executable already, its file system is mounted noexec: copy the build elsewhere`,
    where: binary,
  });
}

/** The file is there and yet the kernel finds no such file: it means the loader that the binary names. */
function loaderMissing(binary: string): LabError {
  return new LabError({
    code: "basedir-invalid",
    message: `${binary} wants a loader that this machine does not have (another C library, musl or glibc, or 32 bit)`,
    hint: `file ${binary} names it; use a build for this machine's C library`,
    where: binary,
  });
}

function other(binary: string, { exitCode, stdout, stderr }: CommandResult): LabError {
  const said = `${stderr}\n${stdout}`
    .split("\n")
    .filter((line) => line.trim())
    .at(-1);
  return new LabError({
    code: "basedir-invalid",
    message: `${binary} --version ${ending(exitCode)}${said ? `: ${said.trim()}` : " and said nothing"}`,
    hint: `run ${binary} --version by hand, and see that it is a server's binary and that it is whole`,
    where: binary,
  });
}

/**
 * Exit codes of a command under `timeout`: 124 when the time was up, 128 and the signal's number when one ended the
 * command; where that left a core, `timeout` ends by the same signal and there is no code.
 */
function ending(exitCode: number | null): string {
  if (exitCode === 124) return "does not end";
  if (exitCode === null || exitCode > 128) return "crashed (it is damaged, or built for a newer CPU than this one)";
  return `ended with exit code ${exitCode}`;
}
