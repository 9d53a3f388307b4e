import { API_BASE, ROUTES, type Route } from "@stillreel/contract";
import fc from "fast-check";
import { z } from "zod";
import { multipart } from "../form.ts";
import { png } from "../png.ts";
import { hostileText } from "./hostile-values.ts";
import { type JsonSchema, type Known, valueOf } from "./schema-values.ts";

/** A generated request. */
export interface FuzzRequest {
  method: string;
  /** Path and query. Percent-encoded where a client would, otherwise raw. */
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

/** Paths outside of the contract that read their last segment or their query. */
const RAW_PATHS = [
  "/s/",
  "/embed/",
  "/i/",
  "/v/",
  "/media/",
  "/uploads/",
  "/locales/",
  "/extension/",
  "/assets/",
  "/api/docs/",
  "/api/oembed?url=",
  "/api/v1/",
  "/",
] as const;

const HEADERS: readonly Record<string, string>[] = [
  {},
  {},
  {},
  {},
  { accept: "text/html" },
  { "accept-language": "xx-yy;q=a, *;q=9" },
  { range: "bytes=9-1,-0,1-" },
  { "if-none-match": '"x", W/"' },
  { "if-modified-since": "never" },
  { "x-client-id": "x".repeat(500) },
  { origin: "https://example.test" },
  { "sec-fetch-site": "cross-site" },
  { "x-forwarded-for": "a, b, ::1" },
  { cookie: "a=b; =; idtoken=%; refreshtoken=x" },
  { idtoken: "a.b.c", refreshtoken: "x" },
  { authorization: "Bearer " },
  { "tus-resumable": "1.0.0", "upload-length": "-1", "upload-offset": "1e9", "upload-metadata": "a b c,,=" },
  { "tus-resumable": "1.0.0", "upload-length": "99999999999999999999", "upload-metadata": "type aW1hZ2U=,title AAAA" },
  { "content-type": "application/json; charset=utf-16" },
  { "content-type": "multipart/form-data" },
  { "content-type": "text/plain" },
];

/** Percent-encodes like a client. A lone surrogate is sent as the replacement character. */
export const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

const asText = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

const SCHEMAS = new WeakMap<object, JsonSchema>();

/** Returns the JSON schema of a part of a request, or null. */
export function schemaOf(part: Route["body"]): JsonSchema | null {
  if (!part) return null;
  const known = SCHEMAS.get(part);
  if (known) return known;
  const schema = z.toJSONSchema(part, { io: "input", unrepresentable: "any", reused: "inline" }) as JsonSchema;
  SCHEMAS.set(part, schema);
  return schema;
}

function pathOf(route: Route, known: Known): fc.Arbitrary<string> {
  const names = [...route.path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name ?? "");
  const value = (name: string): fc.Arbitrary<string> =>
    fc.oneof({ weight: 9, arbitrary: known[name] ? fc.constantFrom(...known[name]) : hostileText }, { weight: 1, arbitrary: hostileText });
  return fc
    .tuple(...names.map(value))
    .map((values) => API_BASE + route.path.replaceAll(/\{(\w+)\}/gu, (_whole, name: string) => encoded(values[names.indexOf(name)] ?? "")));
}

function queryOf(route: Route, known: Known): fc.Arbitrary<string> {
  const schema = schemaOf(route.query);
  if (!schema) return fc.constant("");
  return valueOf(schema, "query", known).map((value) => {
    if (typeof value !== "object" || value === null) return `?${encoded(asText(value)).slice(0, 4_000)}`;
    const pairs = Object.keys(value).flatMap((name) =>
      [(value as Record<string, unknown>)[name]].flat().map((one) => `${encoded(name)}=${encoded(asText(one)).slice(0, 4_000)}`),
    );
    return pairs.length > 0 ? `?${pairs.slice(0, 40).join("&")}` : "";
  });
}

function formOf(form: NonNullable<Route["form"]>): fc.Arbitrary<Pick<FuzzRequest, "headers" | "payload">> {
  const picture = png();
  const bytes = fc.oneof(
    { weight: 3, arbitrary: fc.constant<Uint8Array>(picture) },
    { weight: 1, arbitrary: fc.nat(picture.length).map((length): Uint8Array => picture.subarray(0, length)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }) },
  );
  const fields = fc.dictionary(fc.constantFrom(...Object.keys(form)), hostileText, { maxKeys: 4 });
  const header = /[\r\n"]/gu;
  return fc
    .tuple(fields, bytes, hostileText)
    .map(([values, file, fileName]) => multipart(values, { bytes: file, fileName: fileName.replace(header, "_") }));
}

function bodyOf(route: Route, known: Known): fc.Arbitrary<Pick<FuzzRequest, "headers" | "payload">> {
  if (route.form) return formOf(route.form);
  const schema = schemaOf(route.body);
  if (!schema) return fc.constant({ headers: {} });
  const headers = { "content-type": "application/json" };
  return fc.oneof(
    { weight: 19, arbitrary: valueOf(schema, "body", known).map((value) => ({ headers, payload: asText(JSON.stringify(value)) })) },
    { weight: 1, arbitrary: hostileText.map((payload) => ({ headers, payload })) },
  );
}

/** Returns requests to one route of the contract. */
function requestsTo(route: Route, known: Known): fc.Arbitrary<FuzzRequest> {
  return fc
    .tuple(pathOf(route, known), queryOf(route, known), bodyOf(route, known), fc.constantFrom(...HEADERS))
    .map(([path, query, body, headers]) => ({
      method: route.method,
      url: path + query,
      ...(body.payload === undefined ? {} : { payload: body.payload }),
      headers: { ...body.headers, ...headers },
    }));
}

/** Returns requests to pages and files outside of the contract. */
function rawRequests(known: Known): fc.Arbitrary<FuzzRequest> {
  const segment = fc.oneof(hostileText, fc.constantFrom(...Object.values(known).flat()));
  return fc
    .tuple(
      fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"),
      fc.constantFrom(...RAW_PATHS),
      fc.array(segment, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      fc.constantFrom(...HEADERS),
    )
    .map(([method, path, segments, isRaw, headers]) => {
      const rest = segments.map((text) => (isRaw ? text.replaceAll(/[^!-~]|[#?\\]/gu, "") : encoded(text)).slice(0, 4_000)).join("/");
      return { method, url: path + rest, headers };
    });
}

/** Requests that delete resources come late in a round, and those that end the session or delete the account come last. */
export const orderOf = ({ id, method }: Route): number => (id.startsWith("auth.") ? 2 : method === "DELETE" ? 1 : 0);

/**
 * Generates one round: a request to every route of the contract and several to the pages outside of it.
 * @param seed the same seed gives the same requests
 * @param known ids of real resources by parameter name
 */
export function fuzzRound(seed: number, known: Known): FuzzRequest[] {
  const routes = ROUTES.toSorted((one, other) => orderOf(one) - orderOf(other));
  const raw = RAW_PATHS.map(() => rawRequests(known));
  return [...raw, ...routes.map((route) => requestsTo(route, known))].flatMap((requests, index) =>
    fc.sample(requests, { seed: seed * 1_000 + index, numRuns: 1 }),
  );
}
