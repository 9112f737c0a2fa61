/**
 * `npm run demo`: MySQL 5.6.24 against itself with the query cache on (about half the throughput) and with
 * performance_schema on (a small cost). Exits 0 when every verdict came that the demo promises.
 */

import { createContext } from "../src/cli/context.ts";
import { processIo } from "../src/cli/io.ts";
import { withStore } from "../src/cli/laboratory.ts";
import { main } from "../src/cli/main.ts";
import { judgeStoredRun, renderFor } from "../src/cli/show-run.ts";
import { EXIT } from "../src/model/exit-codes.ts";
import type { CellVerdict } from "../src/model/verdict.ts";
import { createOs } from "../src/os/node-os.ts";

const os = createOs();
const io = processIo(os);
const context = createContext({ args: [], options: { verbose: true } }, io, os);
/** The demo shows its table below; what `run` prints into a pipe would only repeat it. */
const silent = { ...io, out: () => undefined, err: io.err };

io.err("demo: MySQL 5.6.24, three settings, two steps at 8 clients; under 10 minutes\n");
const exitCode = await main(["run", "examples/demo.yaml", "--verbose"], silent, os);
if (exitCode !== EXIT.ok && exitCode !== EXIT.regressed && exitCode !== EXIT.undecided) process.exit(exitCode);

const run = await withStore(context, (store) => store.readRun(null));
const { document, verdicts } = judgeStoredRun(run, null);
io.out(await renderFor(run, document, "table", context));
io.out(`\nnext: ./bin/dbdyno report ${run.id} --format md, or your own two servers: ./bin/dbdyno run A=DIR B=DIR\n`);
const broken = brokenPromises(verdicts);
for (const promise of broken) io.err(`demo: ${promise}\n`);
process.exitCode = broken.length === 0 ? EXIT.ok : EXIT.undecided;

/** What the demo says will be seen and was not. */
function brokenPromises(all: readonly CellVerdict[]): readonly string[] {
  const withoutInterval = all.filter((verdict) => verdict.difference === null);
  const cache = all.find((verdict) => verdict.variant === "query-cache" && verdict.cell.includes("point-query"));
  return [
    ...withoutInterval.map((verdict) => `${verdict.cell} on ${verdict.variant} has no interval: ${verdict.kind}`),
    ...(cache?.kind === "regressed"
      ? []
      : [`the query cache should be regressed at point-query and is ${cache?.kind}`]),
  ];
}
