/** Scripts of sysbench and pgbench that dbdyno did not write, on real servers: data made once, measured, and noticed when changed. */
import { appendFile, cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ReportDocument } from "../../src/report/document.ts";
import { runCli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const EXAMPLES = new URL("../../examples/", import.meta.url);
const METHOD = "clients: [2]\nmethod: { measure: 1s, settle: 0s, warm-up: 1s, rounds: { min: 2, max: 2 } }\n";

const MYSQL = `variants:
  A: { build: mysql@5.6.24, config: { innodb_buffer_pool_size: 64M } }
  B: { build: mysql@5.6.24, config: { innodb_buffer_pool_size: 64M } }
baseline: A
`;
const LUA = `${MYSQL}workloads:
  - sysbench: { script: ./own-script.lua, options: [--accounts=300, --newest=3], effect: read }
${METHOD}`;

const POSTGRES = `variants: { A: { build: postgres@18 }, B: { build: postgres@18 } }
baseline: A
`;
const SQL = `${POSTGRES}workloads:
  - pgbench: { script: ./own.sql, prepare: ./tables.sql, options: [-r, -M, prepared, -D, most=40] }
${METHOD}`;
const TABLES =
  "CREATE TABLE account (id INT PRIMARY KEY, balance INT);\nINSERT INTO account SELECT i, 0 FROM generate_series(1, 500) i;\n";
const OWN = `\\set id random(1, 500)
\\set amount random(1, :most)
BEGIN;
UPDATE account SET balance = balance + :amount WHERE id = :id;
SELECT balance FROM account WHERE id = :id;
END;
`;

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const cwd = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text);
  return cwd;
}

async function reportOf(cwd: string, args: readonly string[]): Promise<ReportDocument> {
  const { out, err } = await runCli(["run", ...args, "--json"], { cwd });
  if (out === "") throw new Error(err);
  return JSON.parse(out);
}

describe("a Lua script of one's own on MySQL 5.6.24", () => {
  it("has its data made once, is measured on clones of it, and may not change before the run goes on", async () => {
    const cwd = await folderWith({ "spec.yaml": LUA });
    await cp(new URL("own-script.lua", EXAMPLES), join(cwd, "own-script.lua"));
    const document = await reportOf(cwd, ["spec.yaml"]);

    const [cell] = document.cells;
    expect(cell).toMatchObject({ id: "sysbench.own-script.2", effect: "read" });
    for (const row of cell?.rows ?? []) {
      expect(row.throughput).toBeGreaterThan(100);
      expect(row.errors).toEqual({});
    }
    expect(document.method.driver).toBe("sysbench");
    expect(document.repeat[1]?.command).toMatch(/^echo '[0-9a-f]{64} {2}\S+own-script\.lua' \| sha256sum -c$/);

    const templates = await readdir(join(cwd, "lab/templates"));
    expect(templates).toHaveLength(1);
    const prepared = await readFile(join(cwd, "lab/templates", templates[0] ?? "", "load.client.log"), "utf8");
    expect(prepared).toMatch(/own-script\.lua .*--accounts=300 --newest=3 --threads=1 --rand-seed=\d+ prepare$/m);
    const commands = await readFile(join(cwd, "lab/runs", document.run.id, "sysbench.log"), "utf8");
    expect(commands).toMatch(/own-script\.lua .*--accounts=300 --newest=3 --threads=2 .* run$/m);

    await appendFile(join(cwd, "own-script.lua"), "-- one line more\n");
    const { exitCode, err } = await runCli(["run", "--resume", "--rounds", "3"], { cwd });
    expect(exitCode).toBe(2);
    expect(err).toContain("the script ./own-script.lua was changed since");
  });

  it("that makes no data fails with sysbench's own words and the key that helps", async () => {
    const cwd = await folderWith({ "spec.yaml": LUA, "own-script.lua": "function event() end\n" });
    const { exitCode, err } = await runCli(["run", "spec.yaml"], { cwd });
    expect(exitCode).toBe(3);
    expect(err).toMatch(/sysbench could not prepare the data of \.\/own-script\.lua: .*(prepare|accounts)/);
    expect(err).toContain("prepare: false");
  });
});

describe("options behind -- on PostgreSQL 18", () => {
  it("reach sysbench's command line, and the command that repeats the run", async () => {
    const cwd = await folderWith({
      "spec.yaml": `${POSTGRES}workloads: [{ oltp: { steps: [read-only], rows: 1000 } }]\n${METHOD}`,
    });
    const words = ["--driver", "sysbench", "--seed", "5", "--", "--simple-ranges=0"];
    const { out } = await runCli(["run", "spec.yaml", "--json", ...words], { cwd });
    const document: ReportDocument = JSON.parse(out);
    expect(document.repeat[0]?.command).toBe("dbdyno run spec.yaml --driver sysbench --seed 5 -- --simple-ranges=0");
    expect(document.method.driverOptions).toEqual(["--simple-ranges=0"]);
    const commands = await readFile(join(cwd, "lab/runs", document.run.id, "sysbench.log"), "utf8");
    expect(commands).toMatch(/^\$ .*oltp_read_only .*--simple-ranges=0 .*run$/m);
    // BEGIN, ten points, three ranges, COMMIT.
    const [, queries = "0", transactions = "1"] = /total: +(\d+)[\s\S]*?transactions: +(\d+)/.exec(commands) ?? [];
    expect(Number(queries) / Number(transactions)).toBeCloseTo(15, 0);
  });
});

describe("a pgbench script of one's own on PostgreSQL 18", () => {
  it("has its tables made by a file, and pgbench's own report kept", async () => {
    const cwd = await folderWith({ "spec.yaml": SQL, "tables.sql": TABLES, "own.sql": OWN });
    const document = await reportOf(cwd, ["spec.yaml"]);
    const [cell] = document.cells;
    expect(cell).toMatchObject({ id: "pgbench.own.2", effect: "write" });
    for (const row of cell?.rows ?? []) {
      expect(row.throughput).toBeGreaterThan(10);
      expect(row.errors).toEqual({});
      expect(row.perOperation["log bytes/o"]).toBeGreaterThan(0);
    }
    expect(document.repeat.filter(({ what }) => what.startsWith("check of script"))).toHaveLength(2);
    const log = await readFile(join(cwd, "lab/runs", document.run.id, "pgbench.log"), "utf8");
    expect(log).toMatch(/-r -M prepared -D most=40 .*-f \S+own\.sql sbtest$/m);
    expect(log).toMatch(/statement latencies in milliseconds/);
  });
});
