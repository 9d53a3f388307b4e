import fc from "fast-check";
import { hostileValue } from "./hostile-values.ts";

/** The parts of a JSON schema that decide a value. */
export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

/** One of so many values is hostile; the others fit their schema, so that requests get past the validation. */
const HOSTILE_SHARE = 9;
const TEXT_MAX = 60;
const ITEMS_MAX = 4;

/** Values of real resources by the name of a field or parameter. */
export type Known = Readonly<Record<string, readonly string[]>>;

const bounded = (value: number | undefined, fallback: number, limit: number): number =>
  Math.min(Math.max(value ?? fallback, -limit), limit);

function textOf(schema: JsonSchema, name: string, known: Known): fc.Arbitrary<unknown> {
  const real = known[name] ?? known[name.replace(/s$/u, "")];
  if (real) return fc.constantFrom(...real);
  if (schema.format === "uuid") return fc.constantFrom(...Object.values(known).flat());
  if (schema.format === "date-time") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (schema.format === "email") return fc.integer({ min: 0, max: 50 }).map((number) => `fuzz${number}@example.test`);
  const minLength = Math.min(schema.minLength ?? 0, TEXT_MAX);
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(schema.maxLength ?? TEXT_MAX, TEXT_MAX)), unit: "grapheme" });
}

function objectOf({ properties = {}, required = [] }: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueOf(schema, name, known)]));
  return fc.record(fields, { requiredKeys: Object.keys(fields).filter((name) => required.includes(name)) });
}

function fittingValue(schema: JsonSchema, name: string, known: Known): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => valueOf(option, name, known)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const [type] = [schema.type].flat();
  switch (type) {
    case "string":
      return textOf(schema, name, known);
    case "integer":
      return fc.integer({ min: bounded(schema.minimum, 0, 2 ** 31 - 1), max: bounded(schema.maximum, 1_000, 2 ** 31 - 1) });
    case "number":
      return fc.double({ min: bounded(schema.minimum, 0, 1e9), max: bounded(schema.maximum, 1_000, 1e9), noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array": {
      const minLength = Math.min(schema.minItems ?? 0, ITEMS_MAX);
      return fc.array(valueOf(schema.items ?? {}, name, known), { minLength, maxLength: ITEMS_MAX });
    }
    case "object":
      return objectOf(schema, known);
    default:
      return hostileValue;
  }
}

/**
 * Returns values of a schema, sometimes replaced by one that does not fit.
 * @param name the field's name, by which `known` gives ids of real resources
 */
export function valueOf(schema: JsonSchema, name: string, known: Known): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: HOSTILE_SHARE, arbitrary: fittingValue(schema, name, known) }, { weight: 1, arbitrary: hostileValue });
}
