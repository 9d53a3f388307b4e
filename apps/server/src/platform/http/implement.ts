import { API_BASE, type Route, type ServerArgs, type ServerResult } from "@stillreel/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import buildSerializer from "fast-json-stringify";
import type { z } from "zod";
import type { Actor, UserActor } from "./actor.ts";
import { AppError, invalid } from "./app-error.ts";
import { parseInput } from "./issues.ts";
import { toJsonSchema } from "./json-schema.ts";
import type { PermissionName } from "./permissions.ts";
import { repeatRead } from "./repeat-reads.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    route?: Route;
  }
  interface FastifyRequest {
    /** The caller, set by the session hook before any handler runs. */
    actor: Actor;
  }
}

/** Arguments of a handler in addition to the parsed request. */
export interface Call<A extends Actor = Actor> {
  actor: A;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Type of the actor: routes with `auth: "user"` or `"admin"` have a signed-in user. */
type ActorOf<R extends Route> = R["auth"] extends "public" | "optional" ? Actor : Actor;

function parse(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  return schema ? parseInput(schema, value ?? {}) : undefined;
}

/** Rejects NUL and lone surrogates in texts. PostgreSQL rejects them too, so they are refused before a query. */
function assertStorable(value: unknown, path: readonly string[] = []): void {
  if (typeof value === "string") {
    if (value.includes("\u0000")) throw invalid(path.join("."), "NUL characters are not allowed.", "invalid_characters");
    if (!value.isWellFormed()) throw invalid(path.join("."), "This text holds half a character.", "invalid_characters");
  } else if (typeof value === "object" && value !== null && path.length < 32) {
    for (const [key, inner] of Object.entries(value)) {
      assertStorable(key, path);
      assertStorable(inner, [...path, key]);
    }
  }
}

/** Removes query parameters without a value, as in `?type=&limit=`. They count as absent. */
export function withoutEmpty(query: unknown): unknown {
  return Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== ""));
}

/** Parses the path parameters. Invalid ones give 404, because ids are opaque and a malformed id is simply unknown. */
function parseParams(schema: z.core.$ZodType | undefined, params: unknown): unknown {
  try {
    assertStorable(params);
    return parse(schema, params);
  } catch (error) {
    throw new AppError("not-found", { cause: error });
  }
}

/** Returns the signed-in user of a call, or throws a 401. */
export function signedIn(actor: Actor): UserActor {
  if (actor.kind !== "user") throw new AppError("unauthenticated");
  return actor;
}

/** A response without envelope: a text with a specific content type, which the caller requested. */
export class Bare {
  readonly mimeType: string;
  readonly text: string;

  constructor(mimeType: string, text: string) {
    this.mimeType = mimeType;
    this.text = text;
  }
}

/** A response body that is already JSON according to the contract, written by {@link writerOf}: a text, or pieces of UTF-8. */
export class Written {
  readonly json: string | readonly Buffer[];

  constructor(json: string | readonly Buffer[]) {
    this.json = json;
  }
}

const [ENVELOPE_START, ENVELOPE_END] = ['{"status":"success","data":', "}"];
const [START_BYTES, END_BYTES] = [Buffer.from(ENVELOPE_START), Buffer.from(ENVELOPE_END)];

/** Returns the envelope with data that is already JSON. */
const envelopeOf = ({ json }: Written): string | Buffer =>
  typeof json === "string" ? ENVELOPE_START + json + ENVELOPE_END : Buffer.concat([START_BYTES, ...json, END_BYTES]);

/**
 * Prepares a schema for the serializer. It replaces `anyOf` of a type and null with `nullable`: for `anyOf` the serializer would run a
 * validator per alternative for each value, and lists contain hundreds of these values. It removes `additionalProperties: false`, for
 * which an alternative would refuse a value with an undeclared property instead of dropping the property.
 */
function serializable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(serializable);
  if (typeof schema !== "object" || schema === null) return schema;
  const { anyOf, ...rest } = schema as { anyOf?: { type?: unknown }[] };
  const [kind, none] = Array.isArray(anyOf) && anyOf.length === 2 ? anyOf : [];
  const isNullable = typeof kind?.type === "string" && none?.type === "null";
  if (isNullable) return { ...rest, ...(serializable(kind) as object), nullable: true };
  const entries = Object.entries(schema).filter(([key, value]) => !(key === "additionalProperties" && value === false));
  return Object.fromEntries(entries.map(([key, value]) => [key, serializable(value)]));
}

/** Creates a JSON serializer for a schema of the contract. It drops undeclared properties. */
export function writerOf<S extends z.ZodType>(schema: S): (value: z.input<S>) => string {
  const { $schema: _, ...declared } = serializable(toJsonSchema(schema, "output")) as Record<string, unknown>;
  return buildSerializer(declared as never, { largeArrayMechanism: "json-stringify" }) as (value: z.input<S>) => string;
}

/** Minimum number of characters of a response that is converted to a separate buffer. */
const LONG = 16_384;

const serializers = new WeakMap<z.core.$ZodType, (body: unknown) => string>();
function serializerOf(route: Route): (body: unknown) => string {
  const known = serializers.get(route.response);
  if (known) return known;
  const { $schema: _, ...data } = serializable(toJsonSchema(route.response, "output")) as Record<string, unknown>;
  const made = buildSerializer({ type: "object", properties: { status: { type: "string" }, data, message: { type: "string" } } } as never, {
    largeArrayMechanism: "json-stringify",
  }) as (body: unknown) => string;
  serializers.set(route.response, made);
  return made;
}

/**
 * Registers one route of the contract. It checks the caller, parses the request, calls the handler and wraps
 * the result in the envelope, without undeclared properties.
 * @param needs the permission that the route needs. The services check it, because it depends on what the request names.
 */
export function implement<R extends Route<never, never, never, never> | Route>(
  app: FastifyInstance,
  route: R,
  { needs }: { needs: PermissionName },
  handler: (args: ServerArgs<R>, call: Call<ActorOf<R & Route>>) => Promise<ServerResult<R> | Bare | Written>,
): void {
  const declared = route as unknown as Route;
  const serialize = serializerOf(declared);
  app.route({
    method: declared.method,
    url: API_BASE + declared.path.replace(/\{(\w+)\}/gu, ":$1"),
    config: { route: declared, needs },
    ...(declared.bodyBytesMax === undefined ? {} : { bodyLimit: declared.bodyBytesMax }),
    handler: async (request, reply) => {
      if (declared.auth === "user" || declared.auth === "admin") {
        const user = signedIn(request.actor);
        if (declared.auth === "admin" && user.role !== "admin") throw new AppError("forbidden");
      }
      assertStorable(request.query);
      if (declared.body) assertStorable(request.body);
      const args = {
        params: parseParams(declared.params, request.params),
        query: parse(declared.query, withoutEmpty(request.query)),
        body: parse(declared.body, request.body),
      };
      const data = await repeatRead(request, reply, () => handler(args as never, { actor: request.actor as never, request, reply }));
      if (!reply.hasHeader("cache-control")) void reply.header("cache-control", "private, no-store");
      void reply.code(declared.success).type(data instanceof Bare ? data.mimeType : "application/json; charset=utf-8");
      if (data instanceof Bare) return data.text;
      const body = data instanceof Written ? envelopeOf(data) : serialize({ status: "success", data });
      // A buffer encodes a long text once. A string would first be measured, joined to the headers and then encoded.
      return typeof body === "string" && body.length >= LONG ? Buffer.from(body) : body;
    },
  });
}
