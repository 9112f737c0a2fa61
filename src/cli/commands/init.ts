import { resolve } from "node:path";
import { type FoundServer, findServers } from "../../measure/builds/find-servers.ts";
import { cacheDirectory } from "../../measure/builds/resolve-build.ts";
import { LabError } from "../../model/errors.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { specJsonSchema } from "../../spec/schema.ts";
import { type FoundServer as StarterServer, starterSpec } from "../../spec/starter-spec.ts";
import type { Command } from "../command.ts";

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
    await os.files.write(file, starterSpec({ servers: found.flatMap(asServer), file: name }));
    await os.files.write(resolve(io.cwd, SCHEMA_FILE), `${JSON.stringify(specJsonSchema(), null, 2)}\n`);
    io.out(found.map(foundLine).join(""));
    io.out(`wrote ${name} and ${SCHEMA_FILE}\nnext: dbdyno plan ${name}, then dbdyno run ${name}\n`);
    return EXIT.ok;
  },
};

function foundLine(server: FoundServer): string {
  if (server.kind === "unusable") return `unusable  ${server.build}: ${server.why.message}\n`;
  return `found     ${server.build}  ${server.identity.family} ${server.identity.version}\n`;
}

function asServer(server: FoundServer): readonly StarterServer[] {
  if (server.kind === "unusable") return [];
  const { family, version } = server.identity;
  return [{ family, version, reference: server.build }];
}
