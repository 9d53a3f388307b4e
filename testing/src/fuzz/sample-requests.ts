import { API_BASE, type Route } from "@stillreel/contract";
import { type FormFile, multipart } from "../form.ts";
import { png } from "../png.ts";
import { encoded, type FuzzRequest, schemaOf } from "./fuzz-requests.ts";
import { type Replacement, sampleOf, textFieldsOf } from "./sample-values.ts";
import type { JsonSchema, Known } from "./schema-values.ts";

/** A change of a sample request: one field (`body.title`, `query.q`, `form.pageUrl`), or additional fields of the body. */
export interface SampleChange {
  replace?: Replacement;
  /**
   * Additional fields for the query, the form and each object of the body, as JSON texts by name. They do not replace fields of the route.
   * Texts, because an object cannot hold `__proto__` as a field.
   */
  extra?: Readonly<Record<string, string>>;
  /** The file of a form. The default is a small image. */
  file?: FormFile;
}

const partOf = (part: string, { field, value }: Replacement): Replacement | undefined =>
  field.startsWith(`${part}.`) ? { field: field.slice(part.length + 1), value } : undefined;

/** Returns the fields of a route's query, body and form that may take any text. */
export function textFieldsOfRoute(route: Route): string[] {
  const inPart = (part: "query" | "body"): string[] => {
    const schema = schemaOf(route[part]);
    return schema ? textFieldsOf(schema).map((field) => `${part}.${field}`) : [];
  };
  const form = Object.entries(route.form ?? {}).flatMap(([name, { type }]) => (type === "string" ? [`form.${name}`] : []));
  return [...inPart("query"), ...inPart("body"), ...form];
}

/** Returns the names of all fields of a schema, at any depth. */
function namesOf(schema: JsonSchema | null): string[] {
  if (!schema) return [];
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), schema.items ?? null, ...Object.values(schema.properties ?? {})];
  return [...Object.keys(schema.properties ?? {}), ...inner.flatMap(namesOf)];
}

const unlike = (names: readonly string[], extra: SampleChange["extra"]): [name: string, json: string][] =>
  Object.entries(extra ?? {}).filter(([name]) => !names.includes(name));

function queryOf(route: Route, { replace, extra }: SampleChange): string {
  const schema = schemaOf(route.query);
  const value = schema ? sampleOf(schema, {}, replace && partOf("query", replace)) : {};
  const added = unlike(namesOf(schema), extra).map(([name, json]): [string, unknown] => [name, JSON.parse(json)]);
  const pairs = [...Object.entries(value as object), ...added].map(([name, one]) => `${encoded(name)}=${encoded(String(one))}`);
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

function formOf(form: NonNullable<Route["form"]>, known: Known, { replace, extra, file }: SampleChange): ReturnType<typeof multipart> {
  const changed = replace && partOf("form", replace);
  const names = Object.keys(form).filter((name) => known[name] !== undefined && name !== changed?.field);
  const fields = Object.fromEntries(names.map((name): [string, string] => [name, known[name]?.[0] ?? ""]));
  for (const [name, json] of unlike(Object.keys(form), extra)) fields[name] = String(JSON.parse(json));
  if (changed) fields[changed.field] = String(changed.value);
  const field = Object.entries(form).find(([, { type, required }]) => type === "file" && required)?.[0] ?? "file";
  return multipart(fields, { fileName: "shot.png", type: "image/png", bytes: png(), ...file, name: field });
}

function bodyOf(route: Route, known: Known, change: SampleChange): Pick<FuzzRequest, "headers" | "payload"> {
  if (route.form) return formOf(route.form, known, change);
  const { replace, extra } = change;
  const schema = schemaOf(route.body);
  if (!schema) return { headers: {} };
  const text = JSON.stringify(sampleOf(schema, known, replace && partOf("body", replace)));
  const added = unlike(namesOf(schema), extra).map(([name, json]) => `${JSON.stringify(name)}:${json}`);
  const payload = added.length === 0 ? text : text.replaceAll(/\{(\}?)/gu, (_whole, end: string) => `{${added.join(",")}${end || ","}`);
  return { headers: { "content-type": "application/json" }, payload };
}

/**
 * Creates a request to a route that fits its schemas, always the same one.
 * @param known ids of real resources by parameter name
 */
export function sampleRequest(route: Route, known: Known, change: SampleChange = {}): FuzzRequest {
  const path = route.path.replaceAll(/\{(\w+)\}/gu, (_whole, name: string) => encoded(known[name]?.[0] ?? "unknown"));
  return { method: route.method, url: API_BASE + path + queryOf(route, change), ...bodyOf(route, known, change) };
}
