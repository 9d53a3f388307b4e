import { once } from "node:events";
import http from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { API_BASE, type ClientArgs, type ClientResult, type Route } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";

/** A request without its sender. */
export interface Sent {
  method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
  url: string;
  headers?: Record<string, string>;
  payload?: object | string | Buffer;
  /** Remote address; loopback by default. */
  remoteAddress?: string;
  /** Whether the response is a stream: only its head is awaited. */
  isStream?: boolean;
  /** Whether the request opens a WebSocket, which is closed after it was accepted. */
  isSocket?: boolean;
  /** Another session of the caller, for requests that end it. */
  as?: Record<string, string>;
}

/** A response. */
export interface Answer {
  status: number;
  /** Headers without those that change each time. */
  headers: Record<string, string>;
  body: string;
}

/** Sender of a request; null when signed out. */
export type Sender = { headers: Record<string, string> } | null;

/** Headers that depend on the clock or the request. */
const FLEETING = new Set(["date", "x-request-id", "connection", "keep-alive"]);

/** Any key of 16 bytes. */
const KEY = Buffer.alloc(16).toString("base64");

interface LooseArgs {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Creates a request of a contract route. */
export function to<R extends Route<never, never, never, never> | Route>(route: R, args?: ClientArgs<R>): Sent {
  const { method, path } = route as unknown as Route;
  const { params = {}, query = {}, body } = (args ?? {}) as LooseArgs;
  const filled = path.replace(/\{(\w+)\}/gu, (_whole, name: string) => encodeURIComponent(String(params[name])));
  return { method, url: `${API_BASE}${filled}${queryText(query)}`, ...(body === undefined ? {} : { payload: body as object }) };
}

/** Formats a query string; empty without parameters. */
export function queryText(query: Record<string, unknown>): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
}

/** Sends requests to a running server: injected, and streams over the network. */
export function createAsk(app: FastifyInstance, address: string) {
  /** Returns the head of a stream, whose connection is then closed; or a refusal. */
  async function stream(url: string, headers: Record<string, string>): Promise<Answer> {
    const request = http.get(`${address}${url}`, { headers, agent: false });
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    const status = response.statusCode ?? 0;
    const body = status < 300 ? "" : await text(response);
    // Errors after closing are irrelevant.
    request.on("error", () => undefined).destroy();
    return { status, headers: lasting(response.headers), body };
  }

  /** Returns 200 for an accepted connection, which is then closed; or a refusal. */
  async function socket(url: string, given: Record<string, string>): Promise<Answer> {
    const headers = { ...given, connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13", "sec-websocket-key": KEY };
    const request = http.get(`${address}${url}`, { headers, agent: false });
    const opened = once(request, "upgrade").then(([, connection]) => {
      (connection as Socket).destroy();
      return { status: 200, headers: {}, body: "" };
    });
    const refused = once(request, "response").then(async ([response]) => {
      const { statusCode = 0, headers: received } = response as http.IncomingMessage;
      return { status: statusCode, headers: lasting(received), body: await text(response as http.IncomingMessage) };
    });
    return Promise.race([opened, refused]);
  }

  async function ask(sender: Sender, { isStream, isSocket, as, ...sent }: Sent): Promise<Answer> {
    const headers = { ...sent.headers, ...(as ?? sender?.headers) };
    if (isStream) return stream(sent.url, headers);
    if (isSocket) return socket(sent.url, headers);
    const answer = await app.inject({ ...sent, headers });
    return { status: answer.statusCode, headers: lasting(answer.headers), body: answer.body };
  }

  /** Returns the data of a request that must succeed. */
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

/** Returns the data of a successful envelope. */
export function dataOf<T>({ status, body }: Answer): T {
  if (status >= 300) throw new Error(`Expected a success, got ${status}: ${body.slice(0, 400)}`);
  return (JSON.parse(body) as { data: T }).data;
}
