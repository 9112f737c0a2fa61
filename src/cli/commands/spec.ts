import { LabError } from "../../model/errors.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { specJsonSchema } from "../../spec/schema.ts";
import type { Command } from "../command.ts";
import { flagOption } from "../command-input.ts";
import { readSpecArguments } from "../read-spec.ts";

export const specCommand: Command = {
  name: "spec",
  summary: "check a spec file, or print the JSON Schema for editors",
  examples: ["dbdyno spec --schema > dbdyno.schema.json", "dbdyno spec examples/demo.yaml"],
  configure: (command) => command.argument("[file]", "spec file to check").option("--schema", "print the JSON Schema"),
  run: async (input, context) => {
    if (flagOption(input, "schema")) {
      context.io.out(`${JSON.stringify(specJsonSchema(), null, 2)}\n`);
      return EXIT.ok;
    }
    if (input.args.length !== 1) {
      throw new LabError({
        code: "usage",
        message: "spec needs a file or --schema",
        hint: "dbdyno spec FILE checks it; dbdyno spec --schema prints the schema",
      });
    }
    const { spec } = await readSpecArguments(input, context);
    context.io.out(
      context.json
        ? `${JSON.stringify(spec, null, 2)}\n`
        : `${input.args[0]}: no problems found without the facts; dbdyno plan looks at builds and machine too\n`,
    );
    return EXIT.ok;
  },
};
