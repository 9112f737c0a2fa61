/** What `bin/dbdyno` starts. */
import { createOs } from "../os/node-os.ts";
import { processIo } from "./io.ts";
import { main } from "./main.ts";
import { tidyUp } from "./tidy-up.ts";

const left = await tidyUp();
if (left !== null) process.stderr.write(`${left}\n`);
const os = createOs();
process.exitCode = await main(process.argv.slice(2), processIo(os), os);
