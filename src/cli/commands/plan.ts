import { EXIT } from "../../model/exit-codes.ts";
import type { Plan } from "../../model/plan.ts";
import { estimateSentence } from "../../spec/estimate-sentence.ts";
import { planText } from "../../spec/plan-text.ts";
import type { Command } from "../command.ts";
import { preparePlan } from "../prepare-plan.ts";
import { readSpecArguments } from "../read-spec.ts";

export const planCommand: Command = {
  name: "plan",
  summary: "what would run, in which order, for how long; starts nothing",
  examples: ["dbdyno plan examples/demo.yaml", "dbdyno plan A=postgres@16 B=postgres@17 --seed 7 --json"],
  passesThrough: true,
  configure: (command) =>
    command
      .argument("<spec...>", "a spec file, or NAME=BUILD twice or more and then steps")
      .option("--budget <time>", "as for run")
      .option("--seed <n>", "as for run")
      .option("--driver <name>", "as for run"),
  run: async (input, context) => {
    const plan = await preparePlan(await readSpecArguments(input, context), input, context);
    context.io.out(context.json ? `${JSON.stringify(plan, null, 2)}\n` : forPeople(plan));
    return EXIT.ok;
  },
};

function forPeople(plan: Plan): string {
  return `${plan.experiment}: ${estimateSentence(plan, plan.method.budget)}\n\n${planText(plan)}\n`;
}
