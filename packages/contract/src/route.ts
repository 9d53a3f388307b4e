import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

/** HTTP methods of the API. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Required session of a route: `public` ignores any session, `optional` reads one if it exists,
 * `user` needs a valid session (401 otherwise), `admin` needs an administrator's session (403 otherwise).
 */
export type RouteAuth = "public" | "optional" | "user" | "admin";

/** Encoding of the request body. The handler itself reads `multipart` bodies as a stream. */
export type BodyKind = "json" | "multipart" | "none";

type AnySchema = z.core.$ZodType;
type In<S> = S extends AnySchema ? z.input<S> : unknown;
type Out<S> = S extends AnySchema ? z.output<S> : unknown;
type Part<K extends string, S> = S extends AnySchema
  ? Record<never, never> extends z.input<S>
    ? { [k in K]?: z.input<S> }
    : { [k in K]: z.input<S> }
  : unknown;

/** The declaration of one route, before {@link defineRoute} attaches its types. */
export interface RouteSpec<P, Q, B, R> {
  /** `noun.verb`; becomes the OpenAPI operation id. */
  id: string;
  method: Method;
  /** Path below the API base, with `{name}` parameters. */
  path: string;
  summary: string;
  auth: RouteAuth;
  /** Whether access tokens are refused (403 `session-required`): the route changes how the account is signed in to. */
  sessionOnly?: boolean;
  params?: P;
  query?: Q;
  body?: B;
  /** Maximum size of the JSON body in bytes, when it is more than the default megabyte. */
  bodyBytesMax?: number;
  /** Names and meanings of the fields of a streamed form upload, for the OpenAPI document. */
  form?: Record<string, { type: "file" | "string"; description: string; required?: boolean }>;
  /** Schema of the envelope's `data`. */
  response: R;
  /** Status of a success response. The default is 200. */
  success?: 200 | 201 | 202;
  /** Every code that this route may return, in addition to `COMMON_ERRORS`. */
  errors?: readonly ErrorCode[];
}

/** A route with its client-side and server-side types attached (the `~` member never exists at run time). */
export interface Route<ClientArgs = unknown, ClientResult = unknown, ServerArgs = unknown, ServerResult = unknown> {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly auth: RouteAuth;
  readonly sessionOnly?: boolean;
  readonly params?: AnySchema;
  readonly query?: AnySchema;
  readonly body?: AnySchema;
  readonly bodyBytesMax?: number;
  readonly form?: RouteSpec<never, never, never, never>["form"];
  readonly response: AnySchema;
  readonly success: 200 | 201 | 202;
  readonly errors: readonly ErrorCode[];
  readonly "~"?: { clientArgs: ClientArgs; clientResult: ClientResult; serverArgs: ServerArgs; serverResult: ServerResult };
}

/** Arguments that a client passes to the route. */
export type ClientArgs<E> = E extends { readonly "~"?: infer T } ? (NonNullable<T> extends { clientArgs: infer X } ? X : never) : never;
/** Result that a client gets: the envelope's `data`. */
export type ClientResult<E> = E extends { readonly "~"?: infer T } ? (NonNullable<T> extends { clientResult: infer X } ? X : never) : never;
/** Parsed arguments that the server's handler gets. */
export type ServerArgs<E> = E extends { readonly "~"?: infer T } ? (NonNullable<T> extends { serverArgs: infer X } ? X : never) : never;
/** Result that the server's handler returns. */
export type ServerResult<E> = E extends { readonly "~"?: infer T } ? (NonNullable<T> extends { serverResult: infer X } ? X : never) : never;

/**
 * Declares a route once for server, portal, extension and tests.
 *
 * Path parameters and bodies are zod schemas. A route with `form` reads a multipart body as a stream.
 */
export function defineRoute<
  R extends AnySchema,
  P extends AnySchema | undefined = undefined,
  Q extends AnySchema | undefined = undefined,
  B extends AnySchema | undefined = undefined,
>(
  spec: RouteSpec<P, Q, B, R>,
): Route<
  Part<"params", P> & Part<"query", Q> & (B extends AnySchema ? { body: In<B> } : { body?: FormData }),
  z.output<R>,
  { params: Out<P>; query: Out<Q>; body: Out<B> },
  z.input<R>
> {
  return { ...spec, success: spec.success ?? 200, errors: spec.errors ?? [] } as never;
}
