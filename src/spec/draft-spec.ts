/**
 * What can be understood of a spec that may be wrong in places: each section by itself, so that a mistake in one does
 * not hide the mistakes between others.
 */
import type { z } from "zod";
import type { VariantSpec } from "../model/spec.ts";
import { expandMatrix } from "./matrix.ts";
import {
  type MatrixInput,
  type MethodInput,
  SPEC_PARTS,
  specSchema,
  type VariantInput,
  type WorkloadInput,
} from "./schema.ts";

export interface DraftSpec {
  readonly hasVariants: boolean;
  readonly hasMatrix: boolean;
  /** Null where it is missing or wrong. */
  readonly matrix: MatrixInput | null;
  /** Of `variants` as written, right or wrong; those that the matrix makes where there are no `variants`. */
  readonly variantNames: readonly string[];
  /** Null unless every variant was understood. */
  readonly variants: readonly VariantSpec[] | null;
  readonly baseline: string | null;
  readonly factor: readonly string[];
  /** Null where it is missing or wrong. */
  readonly method: MethodInput | null;
  /** By place in `workloads`; null where it was not understood. */
  readonly workloads: readonly (WorkloadInput | null)[];
}

/** `raw` is the YAML's value, of any shape. */
export function draftSpec(raw: unknown): DraftSpec {
  const sections = asRecord(raw);
  const matrix = understood(SPEC_PARTS.matrix, sections.matrix);
  const hasVariants = sections.variants !== undefined;
  const written = Object.entries(asRecord(sections.variants));
  const made = matrix === null || hasVariants ? [] : expandMatrix(matrix);
  const variants = hasVariants ? written.map(draftVariant) : made;
  const whole = variants.filter((variant) => variant !== null);
  return {
    hasVariants,
    hasMatrix: sections.matrix !== undefined,
    matrix,
    variantNames: hasVariants ? written.map(([name]) => name) : made.map(({ name }) => name),
    variants: whole.length === variants.length && whole.length > 0 ? whole : null,
    baseline: understood(specSchema.shape.baseline, sections.baseline),
    factor: understood(specSchema.shape.factor, sections.factor) ?? [],
    method: understood(SPEC_PARTS.method, sections.method),
    workloads: asList(sections.workloads).map((entry) => understood(SPEC_PARTS.workloadEntry, entry)),
  };
}

function draftVariant([name, value]: readonly [string, unknown]): VariantSpec | null {
  const variant = understood(SPEC_PARTS.variant, value);
  return variant && variantSpec(name, variant);
}

/** A variant as it is written in a spec. */
export function variantSpec(name: string, input: VariantInput): VariantSpec {
  const { build, config, driver, "driver-options": driverOptions } = input;
  return { name, build, config: config ?? {}, ...(driver && { driver }), ...(driverOptions && { driverOptions }) };
}

function understood<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | null {
  const result = schema.safeParse(value);
  return result.success ? result.data : null;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
