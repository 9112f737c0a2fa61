import { dirname, join, relative, resolve } from "node:path";
import { type FoundServer, findServers } from "../../measure/builds/find-servers.ts";
import { cacheDirectory } from "../../measure/builds/resolve-build.ts";
import { LabError } from "../../model/errors.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { specJsonSchema } from "../../spec/schema.ts";
import { type FoundServer as StarterServer, starterSpec } from "../../spec/starter-spec.ts";
import type { Command } from "../command.ts";
import type { Context } from "../context.ts";

const SCHEMA_FILE = "dbdyno.schema.json";

export const initCommand: Command = {
  name: "init",
  summary: "write a first, commented spec for the servers found on this machine",
  examples: ["dbdyno init", "dbdyno init upgrade.yaml"],
  configure: (command) => command.argument("[file]", "spec file to write", "dbdyno.yaml"),
  run: async (input, context) => {
    const { io, os } = context;
    const name = input.args[0] ?? "dbdyno.yaml";
    const file = resolve(io.cwd, name);
    if (await os.files.exists(file)) {
      throw new LabError({
        code: "usage",
        message: `${name} is there already`,
        hint: "give another name: dbdyno init other.yaml",
        where: file,
      });
    }
    const found = await findServers({ os, cacheDirectory: cacheDirectory(io.env) });
    await os.files.makeDirectory(dirname(file));
    await os.files.write(file, starterSpec({ servers: found.flatMap(asServer), file: name }));
    io.out(found.map(foundLine).join(""));
    io.out(`wrote ${name}\n`);
    io.out(await writeSchema(dirname(file), context));
    io.out(`next: dbdyno plan ${name}, then dbdyno run ${name}\n`);
    return EXIT.ok;
  },
};

/**
 * Beside the spec, where its first line looks for it. One that is there already is the user's: it is kept, and named where
 * it is not today's.
 */
async function writeSchema(folder: string, { io, os }: Context): Promise<string> {
  const file = join(folder, SCHEMA_FILE);
  const shown = relative(io.cwd, file);
  const schema = `${JSON.stringify(specJsonSchema(), null, 2)}\n`;
  const there = await os.files.readIfThere(file);
  if (there === null) {
    await os.files.write(file, schema);
    return `wrote ${shown}\n`;
  }
  return there === schema ? "" : `kept ${shown}, which differs: dbdyno spec --schema > ${shown} makes it anew\n`;
}

function foundLine(server: FoundServer): string {
  if (server.kind === "unusable") return `unusable  ${server.build}: ${server.why.message}\n`;
  return `found     ${server.build}  ${server.identity.family} ${server.identity.version}\n`;
}

function asServer(server: FoundServer): readonly StarterServer[] {
  if (server.kind === "unusable") return [];
  const { family, version } = server.identity;
  return [{ family, version, reference: server.build }];
}
