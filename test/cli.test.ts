/** Commands that start no server, and the messages and exit codes of what a user gets wrong. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../src/cli/commands.ts";
import { runCli } from "./support/cli.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

async function runSpec(text: string, args: readonly string[] = []) {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, "spec.yaml"), text);
  return runCli(["run", "spec.yaml", ...args], { cwd });
}

const VARIANTS = `variants:
  off: { build: mysql@5.6.24, config: { performance_schema: "OFF" } }
  on: { build: mysql@5.6.24, config: { performance_schema: "ON" } }
baseline: off
`;
const WHOLE = `${VARIANTS}workloads: [oltp]\n`;

/** Ten specs that are broken in ten ways: each with the line, the path and the remedy that its message must have. */
const BROKEN: readonly (readonly [name: string, text: string, expected: RegExp])[] = [
  ["an unknown key", `${WHOLE}cleints: [1]\n`, /spec\.yaml:6:1 cleints: .*\n\s+hint: did you mean .?clients/],
  [
    "an unknown step",
    `${VARIANTS}workloads: [{ oltp: { steps: [point-qurey] } }]\n`,
    /spec\.yaml:5:\d+ workloads\[0\]\.oltp\.steps\[0\]: .*\n\s+hint: .*point-query/,
  ],
  [
    "an unknown workload",
    `${VARIANTS}workloads: [{ oltpp: {} }]\n`,
    /spec\.yaml:5:\d+ workloads\[0\].*\n\s+hint: .*oltp/,
  ],
  [
    "a baseline that is no variant",
    WHOLE.replace("baseline: off", "baseline: of"),
    /spec\.yaml:4:11 baseline: .*\n\s+hint: .*off/,
  ],
  [
    "a single variant",
    "variants: { a: { build: mysql@5.6.24 } }\nbaseline: a\nworkloads: [oltp]\n",
    /spec\.yaml:1:\d+ variants: /,
  ],
  [
    "a time that is none",
    `${WHOLE}method: { measure: 10 parsecs }\n`,
    /spec\.yaml:6:20 method\.measure: .*\n\s+hint: .*10s/,
  ],
  [
    "more rounds at least than at most",
    `${WHOLE}method: { rounds: { min: 9, max: 3 } }\n`,
    /spec\.yaml:6:\d+ method\.rounds/,
  ],
  [
    "a version that is not in the catalogue",
    WHOLE.replaceAll("mysql@5.6.24", "mysql@5.6.99"),
    /spec\.yaml:2:\d+ variants\.off\.build: .*\n\s+hint: .*mysql@5\.6\.24/,
  ],
  [
    "a basedir that is not there",
    WHOLE.replaceAll("mysql@5.6.24", "/nowhere/mysql"),
    /spec\.yaml:2:\d+ variants\.off\.build: .*\/nowhere\/mysql/,
  ],
  ["text that is no YAML", "variants: [\n", /spec\.yaml:\d+:\d+/],
];

describe("a broken spec", () => {
  it.each(BROKEN)("with %s ends with exit code 2 and its place, cause and remedy", async (_name, text, expected) => {
    const { exitCode, err, out } = await runSpec(text);
    expect(err).toMatch(expected);
    expect(err).toContain("hint:");
    expect([exitCode, out]).toEqual([2, ""]);
  });

  it("has all its problems told at once", async () => {
    const { err } = await runSpec(
      `${WHOLE.replace("baseline: off", "baseline: of")}cleints: [1]\nmethod: { measure: soon }\n`,
    );
    expect(err.match(/^spec\.yaml:/gm)).toHaveLength(3);
  });
});

describe("the command line", () => {
  it("ends with exit code 2 and a hint when the spec file is not there", async () => {
    const { exitCode, err } = await runCli(["run", "no.yaml"], { cwd: await temporaryFolder() });
    expect(exitCode).toBe(2);
    expect(err).toBe("dbdyno: no spec file no.yaml\n  hint: check the path, or write a first one with: dbdyno init\n");
  });

  it.each([
    [["run"]],
    [["run", "A=mysql@5.6.24"]],
    [["run", "A=mysql@5.6.24", "B=mysql@5.6.24", "--budget", "soon"]],
    [["run", "A=mysql@5.6.24", "B=mysql@5.6.24", "no-such-step"]],
    [["run", "--resume", "--rounds", "x"]],
    [["run", "--resume", "--driver", "sysbench"]],
    [["run", "--resume", "--", "--range-size=50"]],
    [["run", "A=mysql@5.6.24", "B=mysql@5.6.24", "--driver", "sysbnech"]],
    [["run", "A=mysql@5.6.24", "B=mysql@5.6.24", "--", "--range-size=50"]],
    [["run", "A=mysql@5.6.24", "B=mysql@5.6.24", "--driver", "sysbench", "--", "--threads=5"]],
    [["report", "--format", "pdf"]],
    [["builds", "list", "mysql"]],
    [["builds", "fetch", "oracle@23"]],
    [["spec"]],
    [["nonsense"]],
  ])("calls %j a usage error", async (args) => {
    const { exitCode, err } = await runCli(args, { cwd: await temporaryFolder() });
    expect(exitCode).toBe(2);
    expect(err).toMatch(/hint:|--help/);
  });

  it("ends with exit code 2 when the spec file is a folder, and when --lab is empty", async () => {
    const folder = await runCli(["plan", "."], { cwd: await temporaryFolder() });
    expect([folder.exitCode, folder.err]).toEqual([2, expect.stringContaining(". is a folder, not a spec file")]);
    const unset = await runCli(["ls", "--lab", ""], { cwd: await temporaryFolder() });
    expect([unset.exitCode, unset.err]).toEqual([2, expect.stringContaining("--lab is empty")]);
  });

  it("says that a lab has no runs, and makes none by looking", async () => {
    const cwd = await temporaryFolder();
    for (const command of ["ls", "report"]) {
      const { exitCode, err } = await runCli([command], { cwd });
      expect(exitCode).toBe(2);
      expect(err).toContain("no lab with runs");
    }
  });

  it("plans with the driver that is asked for, and what stands behind -- passed through to it", async () => {
    const builds = ["A=mysql@5.6.24", "B=mysql@5.6.24", "read-only"];
    const words = ["plan", ...builds, "--json", "--driver", "sysbench", "--", "--range-size=50", "--skip-trx"];
    const { out } = await runCli(words, { cwd: await temporaryFolder() });
    expect(JSON.parse(out).method).toMatchObject({
      driver: "sysbench",
      driverOptions: ["--range-size=50", "--skip-trx"],
    });
  });

  it("prints a JSON Schema that names every part of a spec", async () => {
    const { out, exitCode } = await runCli(["spec", "--schema"], { cwd: await temporaryFolder() });
    expect(exitCode).toBe(0);
    expect(Object.keys(JSON.parse(out).properties)).toEqual(
      expect.arrayContaining(["variants", "baseline", "workloads", "clients", "method"]),
    );
  });

  it("writes a first spec that it accepts itself, and never over a file that is there", async () => {
    const cwd = await temporaryFolder();
    expect((await runCli(["init", "mine.yaml"], { cwd })).exitCode).toBe(0);
    expect((await runCli(["spec", "mine.yaml"], { cwd })).exitCode).toBe(0);
    const before = await readFile(join(cwd, "mine.yaml"), "utf8");
    expect((await runCli(["init", "mine.yaml"], { cwd })).exitCode).toBe(2);
    expect(await readFile(join(cwd, "mine.yaml"), "utf8")).toBe(before);
  });

  it("lists the catalogue as TSV in a pipe", async () => {
    const { out } = await runCli(["builds", "list"], { cwd: await temporaryFolder() });
    expect(out.split("\n")[0]).toBe("build\tcache\tpackage");
    expect(out).toMatch(/^mysql@5\.6\.24\t/m);
    expect(out).toMatch(/^postgres@17\.10\t/m);
  });

  it("shows an example with each command's help", async () => {
    for (const command of COMMANDS) {
      const { out, exitCode } = await runCli([command.name, "--help"], { cwd: await temporaryFolder() });
      expect(exitCode).toBe(0);
      expect(out).toContain(`Examples:\n  dbdyno ${command.name}`);
    }
  });
});
