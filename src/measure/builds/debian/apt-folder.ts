/**
 * A folder of apt's own files (lists, archives), so that any user can ask the Debian archive that this machine is set
 * up for. Nothing is installed, and nothing outside the folder is touched.
 */
import { join } from "node:path";
import { LabError } from "../../../model/errors.ts";
import type { CommandOptions, Os } from "../../../os/os.ts";
import { runStep } from "../step.ts";

/** An index is 10 MB, on a slow line. */
const LIMIT_SECONDS = 600;

export interface AptRequest {
  readonly os: Os;
  /** Empty and ours. */
  readonly folder: string;
  /** What it is for, to go on after "cannot". */
  readonly purpose: string;
  readonly signal?: AbortSignal;
}

export class AptFolder {
  private readonly request: AptRequest;

  private constructor(request: AptRequest) {
    this.request = request;
  }

  /**
   * Makes the folder and fetches the lists. Throws `tool-missing` on a machine without apt, `build-unavailable` in apt's
   * own words, `disk-full`, `permission-denied`.
   */
  static async open(request: AptRequest): Promise<AptFolder> {
    const { os, folder, purpose } = request;
    await requireApt(os, purpose);
    const opened = new AptFolder(request);
    await opened.step(["mkdir", "-p", join(folder, "lists/partial"), join(folder, "archives/partial")]);
    await opened.apt(["update"]);
    return opened;
  }

  /** The package and all that it needs and this machine does not have. */
  async missingFor(packageName: string): Promise<readonly string[]> {
    const printed = await this.apt(["install", "--print-uris", "--yes", "--no-install-recommends", packageName]);
    return packagesOf(printed);
  }

  /** Downloads the packages and unpacks them over one another into `root`, which need not be there. */
  async unpackInto(root: string, packages: readonly string[]): Promise<void> {
    const debs = join(this.request.folder, "debs");
    await this.step(["mkdir", "-p", debs, root]);
    await this.apt(["download", ...packages], { cwd: debs });
    for (const file of await this.request.os.files.list(debs)) {
      await this.step(["dpkg-deb", "-x", join(debs, file), root]);
    }
  }

  private apt(args: readonly string[], options: CommandOptions = {}): Promise<string> {
    const { folder, signal } = this.request;
    const settings = [
      `Dir::State::lists=${join(folder, "lists")}`,
      `Dir::Cache::archives=${join(folder, "archives")}`,
      // Caches in memory: the files would go to /var/cache.
      "Dir::Cache::pkgcache=",
      "Dir::Cache::srcpkgcache=",
      // Its own user may not write here.
      "APT::Sandbox::User=root",
      "Acquire::Languages=none",
      "Debug::NoLocking=1",
    ];
    const command = ["timeout", String(LIMIT_SECONDS), "apt-get", "-q", ...settings.flatMap((one) => ["-o", one])];
    return this.step([...command, ...args], { ...options, ...(signal && { signal }) });
  }

  private step(argv: readonly string[], options: CommandOptions = {}): Promise<string> {
    const { os, folder, purpose } = this.request;
    return runStep(os, { purpose, argv, where: folder, options });
  }
}

async function requireApt(os: Os, purpose: string): Promise<void> {
  for (const tool of ["apt-get", "dpkg-deb"]) {
    if ((await os.processes.which(tool)) !== null) continue;
    throw new LabError({
      code: "tool-missing",
      message: `cannot ${purpose}: this machine has no ${tool}, and dbdyno fetches it from Debian's archive`,
      hint: "install it with the machine's own package manager, so that it is on PATH",
      where: tool,
    });
  }
}

/** Names in `'http://…/libpq5_15.18-0+deb12u1_amd64.deb' libpq5_15.18-0+deb12u1_amd64.deb 191224 SHA256:…` */
export function packagesOf(printedUris: string): readonly string[] {
  return [...printedUris.matchAll(/^'[^']*' ([^_ ]+)_\S+\.deb /gm)].map(([, name = ""]) => name);
}
