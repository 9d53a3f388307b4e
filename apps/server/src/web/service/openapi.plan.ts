import { API_BASE, COMMON_ERRORS, ROUTES, type ErrorCode, type Route } from "@stillreel/contract";
import { failures, type Json, parameters, schemaOf, SIGNED_IN } from "./openapi.parts.ts";
import { otherPaths } from "./openapi.paths.ts";

/** Returns path parameters that a route names without a schema. */
function undeclared(route: Route, declared: Json[]): Json[] {
  const known = new Set(declared.map((parameter) => parameter["name"]));
  return [...route.path.matchAll(/\{(\w+)\}/gu)]
    .map(([, name]) => name)
    .filter((name) => !known.has(name))
    .map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
}

function requestBody(route: Route): Json {
  if (route.form) {
    const fields = Object.entries(route.form);
    const properties = Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        {
          type: "string",
          description: field.description,
          ...(field.type === "file" ? { format: "binary", contentMediaType: "application/octet-stream" } : {}),
        },
      ]),
    );
    const required = fields.filter(([, field]) => field.required).map(([name]) => name);
    return {
      requestBody: {
        required: true,
        content: { "multipart/form-data": { schema: { type: "object", properties, ...(required.length > 0 ? { required } : {}) } } },
      },
    };
  }
  if (!route.body) return {};
  return { requestBody: { required: true, content: { "application/json": { schema: schemaOf(route.body, "input") } } } };
}

/** Returns the error codes that can occur on this route. */
function codesOf(route: Route): ErrorCode[] {
  const needsUser = route.auth === "user" || route.auth === "admin";
  const isSafe = route.method === "GET";
  const hasBody = route.body !== undefined || route.form !== undefined;
  const fits: Partial<Record<ErrorCode, boolean>> = {
    unauthenticated: needsUser,
    forbidden: needsUser,
    "cross-origin": !isSafe,
    "bad-request": hasBody,
    "body-too-large": hasBody,
    "unsupported-media-type": hasBody,
    "validation-failed": hasBody || route.params !== undefined || route.query !== undefined,
  };
  return [...new Set([...COMMON_ERRORS.filter((code) => fits[code] ?? true), ...route.errors])];
}

function operation(route: Route): Json {
  const declared = [...parameters(route.params, "path"), ...parameters(route.query, "query")];
  const all = [...undeclared(route, declared), ...declared];
  const envelope = {
    type: "object",
    required: ["status", "data"],
    properties: { status: { const: "success" }, data: schemaOf(route.response, "output"), message: { type: "string" } },
  };
  return {
    operationId: route.id,
    tags: [route.id.split(".")[0]],
    summary: route.summary,
    security: route.auth === "public" ? [] : route.auth === "optional" ? [{}, ...SIGNED_IN] : SIGNED_IN,
    ...(all.length > 0 ? { parameters: all } : {}),
    ...requestBody(route),
    responses: {
      [String(route.success)]: { description: "Success", content: { "application/json": { schema: envelope } } },
      ...failures(codesOf(route)),
    },
  };
}

/** Generates the OpenAPI 3.1 document from the contract. */
export function planOpenApi(serverUrl: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of ROUTES) (paths[API_BASE + route.path] ??= {})[route.method.toLowerCase()] = operation(route);
  for (const [path, operations] of Object.entries(otherPaths())) paths[path] = { ...operations, ...paths[path] };
  return {
    openapi: "3.1.0",
    info: {
      title: "Stillreel",
      version: "1",
      license: { name: "MIT", identifier: "MIT" },
      description:
        'Success is `{ status: "success", data, message? }`, failure `{ status: "error", code, message, details? }`, with an id of the request in the header `X-Request-Id`. Dates are ISO 8601 UTC, ids are opaque. `personal` as a workspace id means the caller\'s personal space. Lists are paged by `cursor` and `limit`.',
    },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: {
        idToken: {
          type: "apiKey",
          in: "header",
          name: "idToken",
          description: "Signed, valid for 10 minutes; the response has a new one in a header of this name",
        },
        refreshToken: { type: "apiKey", in: "header", name: "refreshToken", description: "Opaque and revocable" },
        bearer: { type: "http", scheme: "bearer", description: "The idToken, or an access token" },
        cookies: {
          type: "apiKey",
          in: "cookie",
          name: "idToken",
          description: "Set by sign-in, together with refreshToken; unsafe calls must come from the server's own origin",
        },
      },
      schemas: {
        Failure: {
          type: "object",
          required: ["status", "code", "message"],
          properties: {
            status: { const: "error" },
            code: { type: "string" },
            message: { type: "string" },
            details: {
              type: "array",
              items: {
                type: "object",
                required: ["field", "code", "message"],
                properties: { field: { type: "string" }, code: { type: "string" }, message: { type: "string" } },
              },
            },
          },
        },
      },
    },
  };
}
