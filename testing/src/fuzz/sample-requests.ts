import { API_BASE, type Route } from "@stillreel/contract";
import { multipart } from "../form.ts";
import { png } from "../png.ts";
import { encoded, type FuzzRequest, schemaOf } from "./fuzz-requests.ts";
import { type Replacement, sampleOf, textFieldsOf } from "./sample-values.ts";
import type { Known } from "./schema-values.ts";

/** A change of a sample request: one field (`body.title`, `query.q`, `form.pageUrl`), or additional fields of the body. */
export interface SampleChange {
  replace?: Replacement;
  /** JSON text of additional fields of the body's outermost object, without braces. Text, because it may hold `__proto__`. */
  extra?: string;
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

function queryOf(route: Route, known: Known, replace?: Replacement): string {
  const schema = schemaOf(route.query);
  if (!schema) return "";
  const value = sampleOf(schema, {}, replace) as Record<string, unknown>;
  const pairs = Object.entries(value).map(([name, one]) => `${encoded(name)}=${encoded(String(one))}`);
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

function bodyOf(route: Route, known: Known, { replace, extra }: SampleChange): Pick<FuzzRequest, "headers" | "payload"> {
  if (route.form) {
    const changed = replace && partOf("form", replace);
    const names = Object.keys(route.form).filter((name) => known[name] !== undefined && name !== changed?.field);
    const fields = Object.fromEntries(names.map((name): [string, string] => [name, known[name]?.[0] ?? ""]));
    const file = Object.entries(route.form).find(([, { type, required }]) => type === "file" && required)?.[0] ?? "file";
    const values = changed ? { ...fields, [changed.field]: String(changed.value) } : fields;
    return multipart(values, { name: file, fileName: "shot.png", type: "image/png", bytes: png() });
  }
  const schema = schemaOf(route.body);
  if (!schema) return { headers: {} };
  const text = JSON.stringify(sampleOf(schema, known, replace && partOf("body", replace)));
  const payload = extra === undefined ? text : text.replace(/\}$/u, text === "{}" ? `${extra}}` : `,${extra}}`);
  return { headers: { "content-type": "application/json" }, payload };
}

/**
 * Creates a request to a route that fits its schemas, always the same one.
 * @param known ids of real resources by parameter name
 */
export function sampleRequest(route: Route, known: Known, change: SampleChange = {}): FuzzRequest {
  const path = route.path.replaceAll(/\{(\w+)\}/gu, (_whole, name: string) => encoded(known[name]?.[0] ?? "unknown"));
  const query = queryOf(route, known, change.replace && partOf("query", change.replace));
  return { method: route.method, url: API_BASE + path + query, ...bodyOf(route, known, change) };
}
