import { type Capability, findCapabilities } from "../../measure/lab/capabilities.ts";
import { EXIT } from "../../model/exit-codes.ts";
import type { Command } from "../command.ts";
import type { Context } from "../context.ts";

export const doctorCommand: Command = {
  name: "doctor",
  summary: "what can be measured on this machine; for what cannot: why, and what to do",
  examples: ["dbdyno doctor", "dbdyno doctor --json"],
  configure: (command) => command,
  run: async (_input, context) => {
    const capabilities = await findCapabilities(context.labDirectory, context.os);
    context.io.out(context.json ? `${JSON.stringify(capabilities, null, 2)}\n` : doctorText(capabilities, context));
    return EXIT.ok;
  },
};

/** One line each, and below what is missing: what is lost, what to do. */
export function doctorText(capabilities: readonly Capability[], context: Pick<Context, "color">): string {
  const lines = capabilities.flatMap((capability) => {
    const mark = capability.available ? "yes" : "no ";
    const line = `${mark}  ${capability.name}: ${capability.detail}`;
    return capability.available
      ? [line]
      : [line, `     lost:   ${capability.lost}`, `     to do:  ${capability.remedy}`];
  });
  const missing = capabilities.filter((capability) => !capability.available).length;
  const bold = (text: string): string => (context.color ? `\u001b[1m${text}\u001b[22m` : text);
  return `${lines.join("\n")}\n\n${bold(`${capabilities.length - missing} of ${capabilities.length} can be had here`)}\n`;
}
