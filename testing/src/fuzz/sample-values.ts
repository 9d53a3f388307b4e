import type { JsonSchema, Known } from "./schema-values.ts";

/** A field that gets a specific value: its path, as {@link textFieldsOf} returns it. */
export interface Replacement {
  field: string;
  value: unknown;
}

/** Values by the name of a field, for rules that a JSON schema cannot state. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  color: "#E4572E",
  email: "sample@example.test",
  emails: "sample@example.test",
  emoji: "👍",
  language: "en",
  markers: { version: 1, shapes: [] },
  vtt: "WEBVTT\n\n00:01.000 --> 00:02.000\nSample\n",
};

/** A text that most fields accept, also a password. */
const TEXT = "Sample 7";

const typeOf = ({ type }: JsonSchema): string | undefined => [type].flat().find((name) => name !== "null");
const optionsOf = (schema: JsonSchema): JsonSchema | undefined => (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== "null");
const below = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

/** Returns the paths of the fields of a schema that may take any text: `name`, `folder.name`, `emails[]`. */
export function textFieldsOf(schema: JsonSchema, path = ""): string[] {
  const option = optionsOf(schema);
  if (option) return textFieldsOf(option, path);
  if (schema.enum || schema.const !== undefined) return [];
  switch (typeOf(schema)) {
    case "object":
      return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => textFieldsOf(inner, below(path, name)));
    case "array":
      return textFieldsOf(schema.items ?? {}, `${path}[]`);
    case "string":
    case undefined:
      return [path];
    default:
      return [];
  }
}

const knownOf = (name: string, known: Known): string | undefined => (known[name] ?? known[name.replace(/s$/u, "")])?.[0];

function textOf(schema: JsonSchema, name: string, known: Known): unknown {
  const real = knownOf(name, known);
  if (real !== undefined) return real;
  if (name in BY_NAME) return BY_NAME[name];
  if (schema.format === "date-time") return "2100-01-01T00:00:00.000Z";
  return TEXT;
}

/**
 * Returns one value that fits a schema, always the same one: its required fields, and those with a known value.
 * @param known ids of real resources by the name of a field
 * @param change a field with another value
 */
export function sampleOf(schema: JsonSchema, known: Known, change?: Replacement, path = "", name = ""): unknown {
  if (change !== undefined && change.field === path) return change.value;
  const option = optionsOf(schema);
  if (option) return sampleOf(option, known, change, path, name);
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  switch (typeOf(schema)) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
          const isReplaced = change !== undefined && `${change.field}.`.replace("[", ".").startsWith(`${below(path, key)}.`);
          const isSent = isReplaced || schema.required?.includes(key) === true || knownOf(key, known) !== undefined;
          return isSent ? [[key, sampleOf(inner, known, change, below(path, key), key)]] : [];
        }),
      );
    case "array":
      return [sampleOf(schema.items ?? {}, known, change, `${path}[]`, name)];
    case "string":
      return textOf(schema, name, known);
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 1, 1);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return BY_NAME[name] ?? null;
  }
}
