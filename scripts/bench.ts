/**
 * `npm run bench -- NAME [--json]`: what the speed contract asks for, as ratios measured side by side in one run. Prints
 * a table, with --json one object.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "../bench/bench.ts";

const folder = join(import.meta.dirname, "../bench");
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => file.replace(".bench.ts", ""));
const json = process.argv.includes("--json");
const [name, ...rest] = process.argv.slice(2).filter((argument) => argument !== "--json");

if (name === undefined || !names.includes(name) || rest.length > 0) {
  console.error(`usage: npm run bench -- NAME [--json], with NAME one of: ${names.join(", ")}`);
  process.exit(2);
}

const { bench }: { bench: Bench } = await import(`../bench/${name}.bench.ts`);
const result = await bench((line) => console.error(line));
console.log(json ? JSON.stringify(result.json) : result.table.join("\n"));
process.exitCode = result.met ? 0 : 1;
