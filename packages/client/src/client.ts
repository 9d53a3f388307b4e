import type { ClientArgs, ClientResult, Route } from "@stillreel/contract";
import { ApiError, isApiError } from "./api-error.ts";
import { readEnvelope } from "./envelope.ts";

/** Connection of a client to its server. */
export interface ClientOptions {
  /** Address of the API, e.g. `/api/v1` on the same origin or `https://host/api/v1`. */
  baseUrl: string;
  /** Replacement of the global `fetch` (tests, service workers). */
  fetch?: typeof fetch;
  /** Headers of every call, read for each call (tokens of the extension). The portal needs none, because it has cookies. */
  headers?: () => Record<string, string> | Promise<Record<string, string>>;
  /** `include` when cookies must be sent to another origin. The default is `same-origin`. */
  credentials?: RequestCredentials;
  /** Called when a call is refused without a valid session. The call still throws. */
  onUnauthenticated?: (error: ApiError) => void;
  /** Receives the headers of every response, which may contain a new `idToken`. */
  onAnswer?: (headers: Headers) => void;
  /** Pauses before the two retries of a read, in milliseconds. */
  retryDelays?: readonly number[];
}

/** Options of one call. */
export interface CallOptions {
  signal?: AbortSignal;
  /** Headers of this call only, such as `Idempotency-Key`. */
  headers?: Record<string, string>;
}

/** Arguments of a call. They are omitted for routes without arguments. */
export type CallArgs<E> =
  Record<never, never> extends ClientArgs<E> ? [args?: ClientArgs<E>, options?: CallOptions] : [args: ClientArgs<E>, options?: CallOptions];

/** Calls routes of the contract. */
export interface Client {
  /**
   * Calls a route and returns the envelope's `data`.
   *
   * Reads are retried twice without a response or when the server was unavailable. Writes are never retried.
   * @throws {ApiError} for every failure; `AbortError` when the signal fired
   */
  call<E extends Route>(route: E, ...rest: CallArgs<E>): Promise<ClientResult<E>>;
  /** Returns the address of a route with its parameters (for uploads that report progress). */
  url<E extends Route>(route: E, args: Pick<RawArgs, "params" | "query">): string;
}

interface RawArgs {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** Creates a client for one server. */
export function createClient(options: ClientOptions): Client {
  const delays = options.retryDelays ?? [300, 1200];
  const url = (route: Route, args: RawArgs): string => options.baseUrl + fillPath(route.path, args.params) + queryString(args.query);

  async function once(route: Route, args: RawArgs, { signal, headers: own }: CallOptions): Promise<unknown> {
    const headers = new Headers({ accept: "application/json", ...(await options.headers?.()), ...own });
    const body = encodeBody(args.body, headers);
    let response: Response;
    try {
      response = await (options.fetch ?? fetch)(url(route, args), {
        method: route.method,
        headers,
        body,
        signal,
        credentials: options.credentials ?? "same-origin",
      });
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw new ApiError({ status: 0, code: "offline", message: "We can't reach the server.", cause });
    }
    options.onAnswer?.(response.headers);
    return readEnvelope(response);
  }

  async function call(route: Route, args: RawArgs = {}, given: CallOptions = {}): Promise<unknown> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await once(route, args, given);
      } catch (error) {
        const delay = delays[attempt];
        if (route.method === "GET" && delay !== undefined && isApiError(error, "offline", "unavailable")) {
          await pause(delay, given.signal);
          continue;
        }
        if (isApiError(error, "unauthenticated")) options.onUnauthenticated?.(error);
        throw error;
      }
    }
  }

  // The contract attaches the types of each route. Inside, all routes have the same type.
  return { call: call as unknown as Client["call"], url };
}

function fillPath(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === null || value === "") throw new TypeError(`The path ${path} needs a value for "${name}".`);
    return encodeURIComponent(String(value));
  });
}

function queryString(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `?${text}` : "";
}

function encodeBody(body: unknown, headers: Headers): BodyInit | undefined {
  if (body === undefined) return undefined;
  // The browser adds the boundary to the content type of a form automatically.
  if (body instanceof FormData) return body;
  headers.set("content-type", "application/json");
  return JSON.stringify(body);
}

/** Waits, or rejects immediately with the signal's reason when it fires. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
