import type { Spec, SpecProblem, VariantSpec } from "../model/spec.ts";
import { checkSpec } from "./check-spec.ts";
import { draftSpec, variantSpec } from "./draft-spec.ts";
import { fillDefaults } from "./fill-defaults.ts";
import { expandMatrix, type MatrixVariant } from "./matrix.ts";
import { notText } from "./printable.ts";
import { readYaml } from "./read-yaml.ts";
import { type SpecInput, specSchema } from "./schema.ts";
import { schemaProblems } from "./schema-problems.ts";
import type { SpecPositions } from "./spec-positions.ts";
import { inFileOrder } from "./spec-problems.ts";

export interface SpecText {
  readonly text: string;
  /** As the user named it: it begins every problem. */
  readonly file: string;
}

export interface ParsedSpec {
  /** Null when there is any problem. */
  readonly spec: Spec | null;
  /** All of the file, in its order. After a syntax error of YAML, syntax errors alone. */
  readonly problems: readonly SpecProblem[];
  /** For `resolveSpec`, whose problems need places too. */
  readonly positions: SpecPositions;
}

/** A spec's YAML, checked and with every default filled in. Never throws for what a text may say. */
export function parseSpec({ text, file }: SpecText): ParsedSpec {
  const yaml = readYaml(text, file);
  const noText = textProblem(text, file);
  if (noText !== null) {
    const positions: SpecPositions = { at: yaml.at, ...pathsIn([]) };
    return { spec: null, problems: [noText], positions };
  }
  const draft = draftSpec(yaml.value);
  const made = draft.matrix === null || draft.hasVariants ? [] : expandMatrix(draft.matrix);
  const positions: SpecPositions = { at: yaml.at, ...pathsIn(made) };
  if (yaml.value === undefined) return { spec: null, problems: inFileOrder(yaml.problems), positions };
  const result = specSchema.safeParse(yaml.value);
  const issues = result.success ? [] : schemaProblems(result.error.issues, { raw: yaml.value, positions });
  const checks = checkSpec({ draft, raw: yaml.value, hasKeysTwice: yaml.problems.length > 0 }, positions);
  const problems = inFileOrder([...yaml.problems, ...issues, ...checks]);
  const input = result.success && problems.length === 0 ? result.data : null;
  const variants = input?.variants ? written(input.variants) : made.map(asVariant);
  return { spec: input && fillDefaults(input, variants, file), problems, positions };
}

function written(variants: NonNullable<SpecInput["variants"]>): readonly VariantSpec[] {
  return Object.entries(variants).map(([name, variant]) => variantSpec(name, variant));
}

function asVariant({ name, build, config }: MatrixVariant): VariantSpec {
  return { name, build, config };
}

/** What is no text is no YAML either, and each of its lines would be a problem of its own. */
function textProblem(text: string, file: string): SpecProblem | null {
  const found = notText(text);
  if (found === null) return null;
  const before = text
    .slice(0, found.offset)
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/);
  const position = { file, line: before.length, column: (before.at(-1) ?? "").length + 1 };
  const hint = "save the file as plain UTF-8 text without control characters";
  return { position, path: "", message: found.message, hint };
}

function pathsIn(made: readonly MatrixVariant[]): Pick<SpecPositions, "buildPath" | "settingPath"> {
  const levels = new Map(made.map(({ name, buildIndex }) => [name, buildIndex]));
  return {
    buildPath: (variant) => {
      const level = levels.get(variant);
      return level === undefined ? ["variants", variant, "build"] : ["matrix", "build", level];
    },
    settingPath: (variant, setting) =>
      levels.has(variant) ? ["matrix", "config", setting] : ["variants", variant, "config", setting],
  };
}
