/** Styles and scripts of the HTML report, which go into the page itself: it is opened from a disk, without a network. */
import { fileURLToPath } from "node:url";
import type { Os } from "../os/os.ts";
import type { PageAssets } from "../report/html/render-html.ts";

const STYLES = ["uplot/dist/uPlot.min.css", "../../web/report.css"] as const;
const SCRIPTS = ["uplot/dist/uPlot.iife.min.js", "../../web/report.js"] as const;

/** Throws `file-failed` where the installation is not whole. */
export async function readPageAssets(os: Os): Promise<PageAssets> {
  const read = (name: string): Promise<string> => os.files.read(fileURLToPath(import.meta.resolve(name)));
  return { styles: await Promise.all(STYLES.map(read)), scripts: await Promise.all(SCRIPTS.map(read)) };
}
