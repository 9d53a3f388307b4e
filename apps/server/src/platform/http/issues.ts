import type { FieldIssue } from "@stillreel/contract";
import { z } from "zod";
import { AppError } from "./app-error.ts";

/** Maximum number of fields that one refusal lists. */
const FIELDS_MAX = 50;
/** Field name of a body that is no object. */
const BODY = "body";

const REQUIRED = "This field is required.";
const OTHER = "This value is not valid.";

/** Sentences for values of a wrong type, by the expected type. */
const TYPES: Partial<Record<string, string>> = {
  string: "Enter a text.",
  number: "Enter a number.",
  int: "Enter a whole number.",
  boolean: "Use true or false.",
  array: "Enter a list.",
  object: "Enter an object.",
  record: "Enter an object.",
};

/** Sentences for texts of a wrong form, by the expected form. */
const FORMATS: Partial<Record<string, string>> = {
  datetime: "Enter a time like 2026-01-31T12:00:00Z.",
  email: "Enter an e-mail address like name@company.com.",
  uuid: "This is not an id.",
  url: "Enter an address that starts with https:// or http://.",
};

/** Returns a limit with its unit: characters of a text, entries of a list, nothing for a number. */
function counted(limit: number | bigint, origin: string): string {
  if (origin === "string") return `${limit} ${limit === 1 ? "character" : "characters"}`;
  return origin === "array" || origin === "set" || origin === "map" ? `${limit} ${limit === 1 ? "entry" : "entries"}` : String(limit);
}

/** Returns the sentence for a value that a schema without an own message refuses. */
function sentenceOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && issue.code !== "custom") return REQUIRED;
  switch (issue.code) {
    case "invalid_type":
      if ((issue.path ?? []).length === 0 && issue.expected === "object") return "Send a JSON object.";
      return TYPES[issue.expected] ?? OTHER;
    case "too_small":
      if (issue.origin === "string" && issue.minimum === 1) return "This field cannot be empty.";
      return `At least ${counted(issue.minimum, issue.origin)}.`;
    case "too_big":
      return `At most ${counted(issue.maximum, issue.origin)}.`;
    case "invalid_format":
      return FORMATS[issue.format] ?? "This text does not have the expected form.";
    case "invalid_value":
      return `Use ${issue.values.length === 1 ? "" : "one of: "}${issue.values.map(String).join(", ")}.`;
    case "unrecognized_keys":
      return `Unknown: ${issue.keys.join(", ").slice(0, 200)}.`;
    default:
      return OTHER;
  }
}

/** Returns the issues of a parse as `details` of a 422: the first issue of each field. */
function issuesOf(error: z.core.$ZodError): FieldIssue[] {
  const byField = new Map<string, FieldIssue>();
  for (const { path, code, message } of error.issues) {
    const field = path.map(String).join(".") || BODY;
    if (byField.size < FIELDS_MAX && !byField.has(field)) byField.set(field, { field, code: code ?? "invalid", message });
  }
  return [...byField.values()];
}

/**
 * Parses a value that a caller sent. Every refused field has a sentence: that of its schema, or one for its kind of mistake.
 * @throws AppError `validation-failed` with one entry per invalid field
 */
export function parseInput<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value, { error: sentenceOf });
  if (parsed.success) return parsed.data;
  throw new AppError("validation-failed", { details: issuesOf(parsed.error) });
}
