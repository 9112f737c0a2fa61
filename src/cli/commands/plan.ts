import { EXIT } from "../../model/exit-codes.ts";
import type { Plan } from "../../model/plan.ts";
import { type PlannedMeasurement, roundOrder } from "../../spec/round-order.ts";
import type { Command } from "../command.ts";
import { preparePlan } from "../prepare-plan.ts";
import { readSpecArguments } from "../read-spec.ts";
import { estimateSentence } from "./run.ts";

export const planCommand: Command = {
  name: "plan",
  summary: "what would run, in which order, for how long; starts nothing",
  examples: ["dbdyno plan examples/demo.yaml", "dbdyno plan A=postgres@16 B=postgres@17 --seed 7 --json"],
  configure: (command) =>
    command
      .argument("<spec...>", "a spec file, or NAME=BUILD twice or more and then steps")
      .option("--budget <time>", "as for run")
      .option("--seed <n>", "as for run"),
  run: async (input, context) => {
    const plan = await preparePlan(await readSpecArguments(input, context), input, context);
    context.io.out(context.json ? `${JSON.stringify(plan, null, 2)}\n` : planText(plan));
    return EXIT.ok;
  },
};

/** The plan in lines: estimate, defaults, variants, the order of round 1. */
export function planText(plan: Plan): string {
  const lines = [
    `${plan.experiment}: ${estimateSentence(plan, plan.method.budget)}`,
    "",
    `method     ${Object.entries(plan.method)
      .map(([key, value]) => `${key} ${JSON.stringify(value)}`)
      .join(", ")}`,
    `seed       ${plan.seed}`,
    `baseline   ${plan.baseline}`,
    ...plan.variants.map(
      (variant) =>
        `variant    ${variant.name}: ${variant.build.family} ${variant.build.version} ${configText(variant.config)}`,
    ),
    ...plan.imposed.map(
      (setting) => `imposed    ${setting.family}: ${setting.name} = ${setting.value} (${setting.reason})`,
    ),
    ...plan.warnings.map((warning) => `warning    ${warning.message}; ${warning.advice}`),
    "",
    "round 1:",
    ...roundOrder(
      plan,
      1,
      plan.cells.map((cell) => cell.id),
    ).map(slotText),
  ];
  return `${lines.join("\n")}\n`;
}

function configText(config: Readonly<Record<string, string>>): string {
  return Object.entries(config)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}

function slotText(slot: PlannedMeasurement): string {
  const length = slot.cell.operations === null ? "" : ` ${slot.cell.operations} operations`;
  return `  ${slot.stage.id}  ${slot.cell.id}  ${slot.variant} ${slot.index}${length}`;
}
