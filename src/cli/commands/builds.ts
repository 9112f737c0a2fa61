import { entryName } from "../../measure/builds/catalogue.ts";
import { listBuilds } from "../../measure/builds/list-builds.ts";
import { cacheDirectory, resolveBuild } from "../../measure/builds/resolve-build.ts";
import { LabError } from "../../model/errors.ts";
import { EXIT, type ExitCode } from "../../model/exit-codes.ts";
import { parseBuildReference } from "../../spec/build-reference.ts";
import type { Command } from "../command.ts";
import type { CommandInput } from "../command-input.ts";
import { type Context, note } from "../context.ts";
import { printRows } from "../print-rows.ts";

export const buildsCommand: Command = {
  name: "builds",
  summary: "server builds: list those in the catalogue, fetch them into the cache",
  examples: ["dbdyno builds list", "dbdyno builds fetch mysql@5.6.24 postgres@17"],
  configure: (command) => command.argument("<action>", "list or fetch").argument("[build...]", "such as postgres@17"),
  run: async (input, context) => {
    const [action, ...builds] = input.args;
    if (action === "list" && builds.length === 0) return list(context);
    if (action === "fetch" && builds.length > 0) return fetch(builds, context);
    throw usage(input);
  },
};

async function list(context: Context): Promise<ExitCode> {
  const builds = await listBuilds({ os: context.os, cacheDirectory: cacheDirectory(context.io.env) });
  const rows = builds.map((build) => [
    `${build.family}@${build.version}`,
    build.fetched ? "fetched" : "-",
    build.package,
  ]);
  printRows({ header: ["build", "cache", "package"], rows, objects: builds }, context);
  return EXIT.ok;
}

async function fetch(names: readonly string[], context: Context): Promise<ExitCode> {
  for (const name of names) {
    const reading = parseBuildReference(name);
    if (!reading.ok) throw new LabError({ code: "build-unknown", message: reading.message, hint: reading.hint });
    const build = await resolveBuild(reading.value, {
      os: context.os,
      cacheDirectory: cacheDirectory(context.io.env),
      signal: context.io.signal,
      onFetch: (entry) => note(`fetching ${entryName(entry)}`, context),
    });
    context.io.out(context.json ? `${JSON.stringify(build)}\n` : `${name}\t${build.basedir}\t${build.versionLine}\n`);
  }
  return EXIT.ok;
}

function usage(input: CommandInput): LabError {
  return new LabError({
    code: "usage",
    message: `cannot read: builds ${input.args.join(" ")}`,
    hint: "dbdyno builds list, or dbdyno builds fetch mysql@5.6.24",
  });
}
