import { LabError } from "../model/errors.ts";
import type { SpecPosition, SpecProblem } from "../model/spec.ts";
import { printable } from "./printable.ts";

/**
 * `file:line:column path: message` and an indented hint for each, in the order given. No line end after the last. Users'
 * text in them stays on its line: control characters are escaped.
 */
export function formatProblems(problems: readonly SpecProblem[]): string {
  return problems
    .map(({ position, path, message, hint }) => {
      const place = [formatPosition(position), path].filter((part) => part !== "").join(" ");
      return `${printable(`${place}: ${message}`)}\n  hint: ${printable(hint)}`;
    })
    .join("\n");
}

/** In the order of the file, each said once. */
export function inFileOrder(problems: readonly SpecProblem[]): readonly SpecProblem[] {
  const seen = new Set<string>();
  return problems
    .toSorted((a, b) => a.position.line - b.position.line || a.position.column - b.position.column)
    .filter((problem) => {
      const text = formatProblems([problem]);
      return !seen.has(text) && seen.add(text);
    });
}

/** All problems as the one error that ends a command. `problems` must not be empty. */
export function specInvalid(problems: readonly SpecProblem[]): LabError {
  const first = problems[0]?.position;
  const count = problems.length === 1 ? "one thing is" : `${problems.length} things are`;
  return new LabError({
    code: "spec-invalid",
    message: `${count} wrong with ${printable(first?.file ?? "the spec")}\n${formatProblems(problems)}`,
    hint: "docs/spec.md explains every key; dbdyno spec --schema gives editors the schema",
    ...(first && { where: formatPosition(first) }),
  });
}

function formatPosition({ file, line, column }: SpecPosition): string {
  return `${file}:${line}:${column}`;
}
