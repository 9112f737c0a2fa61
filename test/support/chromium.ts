/** A headless Chromium for tests: this machine's own, or Debian's, fetched into the cache with all that it needs. */
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { cacheDirectory } from "../../src/measure/builds/cache.ts";
import { fillCacheFolder } from "../../src/measure/builds/cache-folder.ts";
import { AptFolder } from "../../src/measure/builds/debian/apt-folder.ts";
import type { Os } from "../../src/os/os.ts";

const PACKAGES = ["chromium", "fonts-dejavu-core"] as const;
/** The program itself: the one on PATH is a script with this path in it. */
const PROGRAM = "usr/lib/chromium/chromium";

export async function openBrowser(os: Os): Promise<Browser> {
  const { executablePath, env } = await provideChromium(os);
  // Root may not use its sandbox; the pages are ours.
  return chromium.launch({ executablePath, env: { ...process.env, ...env }, args: ["--no-sandbox", "--disable-gpu"] });
}

async function provideChromium(os: Os) {
  const installed = join("/", PROGRAM);
  if (await os.files.exists(installed)) return { executablePath: installed, env: {} };
  const root = join(cacheDirectory(process.env), "tools", "chromium");
  await fetchChromium(os, root);
  const libraries = await os.processes.run(["find", root, "-name", "*.so*", "-printf", "%h\n"]);
  const folders = [...new Set(libraries.stdout.split("\n").filter((line) => line !== ""))].sort();
  // Only of its own fonts: a machine that has some has them where its own configuration says.
  const hasFonts = await os.files.exists(join(root, "etc/fonts/fonts.conf"));
  const env = { LD_LIBRARY_PATH: folders.join(":"), ...(hasFonts && { FONTCONFIG_SYSROOT: root }) };
  return { executablePath: join(root, PROGRAM), env };
}

async function fetchChromium(os: Os, folder: string): Promise<void> {
  if (await os.files.exists(folder)) return;
  await fillCacheFolder(os, {
    name: "chromium",
    folder,
    isWhole: () => os.files.exists(folder),
    fill: async (temporary) => {
      const purpose = "fetch chromium from Debian's archive";
      const apt = await AptFolder.open({ os, folder: join(temporary, "apt"), purpose });
      const root = join(temporary, "root");
      const missing = await Promise.all(PACKAGES.map((name) => apt.missingFor(name)));
      await apt.unpackInto(root, [...new Set(missing.flat())]);
      return root;
    },
  });
}
