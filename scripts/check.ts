/**
 * `npm run check -- NAME`: what takes longer than `npm test`. Each check prints a report and keeps it in
 * docs/checks/NAME.md with the commit that was measured. Nothing else may run beside it.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { join } from "node:path";
import type { CheckResult } from "./checks/check-result.ts";

const root = join(import.meta.dirname, "..");
const [name, ...rest] = process.argv.slice(2);
const names = readdirSync(join(root, "scripts/checks"))
  .filter((file) => file.endsWith(".check.ts"))
  .map((file) => file.replace(".check.ts", ""));

if (name === undefined || !names.includes(name) || rest.length > 0) {
  console.error(`usage: npm run check -- NAME, with NAME one of: ${names.join(", ")}`);
  process.exit(2);
}

const started = new Date();
const module: { check: () => Promise<CheckResult> } = await import(`./checks/${name}.check.ts`);
const result = await module.check();
const minutes = ((Date.now() - started.getTime()) / 60_000).toFixed(1);
const text = [
  `# check ${name}: ${result.passed ? "passed" : "FAILED"}`,
  "",
  `\`npm run check -- ${name}\` at commit ${commit()}, ${started.toISOString()}, ${minutes} minutes.`,
  `${cpus().length} CPUs (${cpus()[0]?.model ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}.`,
  "",
  result.report,
].join("\n");
console.log(text);
mkdirSync(join(root, "docs/checks"), { recursive: true });
writeFileSync(join(root, "docs/checks", `${name}.md`), `${text.trimEnd()}\n`);
process.exitCode = result.passed ? 0 : 1;

/** With a mark when the tree differs from it: a report of such a tree proves nothing. */
function commit(): string {
  const git = (...args: string[]): string => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const changed = git("status", "--porcelain", "--", ".", ":!docs/checks") === "" ? "" : " WITH UNCOMMITTED CHANGES";
  return `${git("rev-parse", "--short", "HEAD")}${changed}`;
}
