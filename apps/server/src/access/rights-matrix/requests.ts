import { once } from "node:events";
import http from "node:http";
import { text } from "node:stream/consumers";
import { API_BASE, type ClientArgs, type ClientResult, type Route } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";

/** A request as it is sent, without saying who sends it. */
export interface Sent {
  method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
  url: string;
  headers?: Record<string, string>;
  payload?: object | string | Buffer;
  /** The other end of the line; the loopback when nothing is said. */
  remoteAddress?: string;
  /** Its answer does not end: only its head is waited for. */
  isStream?: boolean;
  /** Another session than the caller's own, for calls that end it. */
  as?: Record<string, string>;
}

/** What came back. */
export interface Answer {
  status: number;
  /** Without those that are new each time. */
  headers: Record<string, string>;
  body: string;
}

/** Who sends a request; null is nobody who is signed in. */
export type Sender = { headers: Record<string, string> } | null;

/** What is the server's clock's, or the request's alone. */
const FLEETING = new Set(["date", "x-request-id", "connection", "keep-alive"]);

interface LooseArgs {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** A call of a route of the contract. */
export function to<R extends Route<never, never, never, never> | Route>(route: R, args?: ClientArgs<R>): Sent {
  const { method, path } = route as unknown as Route;
  const { params = {}, query = {}, body } = (args ?? {}) as LooseArgs;
  const filled = path.replace(/\{(\w+)\}/gu, (_whole, name: string) => encodeURIComponent(String(params[name])));
  return { method, url: `${API_BASE}${filled}${queryText(query)}`, ...(body === undefined ? {} : { payload: body as object }) };
}

/** A query as it stands in an address; empty where nothing is asked. */
export function queryText(query: Record<string, unknown>): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
}

/** Sends requests to a running server: through its inside, and streams over the wire. */
export function createAsk(app: FastifyInstance, address: string) {
  /** The head of a stream, whose connection ends with it; or a refusal. */
  async function stream(url: string, headers: Record<string, string>): Promise<Answer> {
    const request = http.get(`${address}${url}`, { headers, agent: false });
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    const status = response.statusCode ?? 0;
    const body = status < 300 ? "" : await text(response);
    // Whatever comes of breaking it off is of no interest.
    request.on("error", () => undefined).destroy();
    return { status, headers: lasting(response.headers), body };
  }

  async function ask(sender: Sender, { isStream, as, ...sent }: Sent): Promise<Answer> {
    const headers = { ...sent.headers, ...(as ?? sender?.headers) };
    if (isStream) return stream(sent.url, headers);
    const answer = await app.inject({ ...sent, headers });
    return { status: answer.statusCode, headers: lasting(answer.headers), body: answer.body };
  }

  /** The data of a call that must succeed. */
  async function data<R extends Route<never, never, never, never> | Route>(
    sender: Sender,
    route: R,
    args?: ClientArgs<R>,
  ): Promise<ClientResult<R>> {
    return dataOf<ClientResult<R>>(await ask(sender, to(route, args)));
  }

  return { ask, data };
}

export type Ask = ReturnType<typeof createAsk>;

function lasting(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !FLEETING.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
}

/** What stands in the envelope of a success. */
export function dataOf<T>({ status, body }: Answer): T {
  if (status >= 300) throw new Error(`Expected a success, got ${status}: ${body.slice(0, 400)}`);
  return (JSON.parse(body) as { data: T }).data;
}
