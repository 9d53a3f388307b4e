import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** The app that an administrator registered at a service. */
export interface RegisteredApp {
  clientId: string;
  clientSecret: string;
}

/** A request that a service received, with its whole body. Recorded requests have bodies of at most a megabyte. */
export interface VendorRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Number of bytes of the body; those of a body that was taken while it arrived are not in `body`. */
  length: number;
  /** Origin under which the service was reached. */
  origin: string;
}

/** The answer of a service. */
export interface VendorReply {
  status: number;
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: unknown;
}

/** A disturbance of one request. */
export type Fault =
  | { kind: "status"; status: number; headers?: Record<string, string>; body?: unknown }
  /** Closes the connection before the request is processed. */
  | { kind: "drop" }
  /** Processes the request and closes the connection without an answer. */
  | { kind: "lose-answer" }
  /** Answers late. */
  | { kind: "delay"; ms: number };

/** A service on the loopback interface. */
export interface VendorServer {
  origin: string;
  /** All requests, oldest first. */
  requests: VendorRequest[];
  /** Disturbs the next `times` requests whose path contains the text. */
  failNext(path: string, fault: Fault, times?: number): void;
  /** Ends all disturbances. */
  clearFaults(): void;
  close(): Promise<void>;
}

/** Bytes up to which the body of a request is recorded. */
const RECORDED_MAX = 1024 ** 2;

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): VendorReply => ({ status, body, headers });
export const text = (status: number, body: string): VendorReply => ({ status, body, headers: { "content-type": "text/plain" } });
export const redirect = (location: string | null): VendorReply =>
  location === null ? text(400, "unknown client or redirect address") : { status: 302, headers: { location } };

/** Head of a request, whose body has not arrived. */
export type VendorRequestHead = Pick<VendorRequest, "method" | "path" | "query" | "headers">;
/** Takes the bytes of a body while they arrive. */
export type Sink = (bytes: Buffer) => void;

async function readBody(request: IncomingMessage, sink: Sink | null): Promise<Pick<VendorRequest, "body" | "length">> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (sink) sink(piece);
    else pieces.push(piece);
  }
  return { body: Buffer.concat(pieces), length };
}

function send(response: ServerResponse, { status, headers = {}, body }: VendorReply): void {
  const isText = typeof body === "string" || body === undefined;
  const bytes = isText ? (body ?? "") : JSON.stringify(body);
  response.writeHead(status, { ...(isText ? {} : { "content-type": "application/json; charset=utf-8" }), ...headers });
  response.end(bytes);
}

/**
 * Starts a service.
 * @param sinkOf returns where the body of a request goes while it arrives; null for bodies that are collected
 */
export async function startVendorServer(
  answer: (request: VendorRequest) => VendorReply | Promise<VendorReply>,
  sinkOf: (request: VendorRequestHead) => Sink | null = () => null,
): Promise<VendorServer> {
  const faults: { path: string; fault: Fault; times: number }[] = [];
  const requests: VendorRequest[] = [];
  let origin = "";

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? "/", origin);
    const found = faults.find(({ path, times }) => times > 0 && url.pathname.includes(path));
    if (found) found.times -= 1;
    const fault = found?.fault;
    if (fault?.kind === "drop") return void incoming.socket.destroy();
    const { pathname: path, searchParams: query } = url;
    const head = { method: incoming.method ?? "GET", path, query, headers: incoming.headers };
    const sink = fault?.kind === "status" ? null : sinkOf(head);
    const request: VendorRequest = { ...head, ...(await readBody(incoming, sink)), origin };
    // Large bodies are not recorded: a test of 5 GB would need them in memory.
    requests.push(request.body.length > RECORDED_MAX ? { ...request, body: Buffer.alloc(0) } : request);
    if (fault?.kind === "status") return send(response, fault);
    if (fault?.kind === "delay") await delay(fault.ms);
    const reply = await answer(request);
    if (fault?.kind === "lose-answer") return void incoming.socket.destroy();
    send(response, reply);
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => send(response, text(500, String(error))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    requests,
    failNext: (path, fault, times = 1) => void faults.push({ path, fault, times }),
    clearFaults: () => void faults.splice(0),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the fields of a form or JSON body as texts; nested values as JSON. */
export function fieldsOf({ headers, body }: VendorRequest): Record<string, string> {
  if (!headers["content-type"]?.includes("json")) return Object.fromEntries(new URLSearchParams(body.toString()));
  const entries = Object.entries(objectOf({ body }));
  return Object.fromEntries(entries.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]));
}

/** Returns a JSON body; an empty object when it is none. */
export function objectOf({ body }: Pick<VendorRequest, "body">): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString() || "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Returns the client that a token request names: in its header, or in its fields. */
export function clientOf({ headers }: VendorRequest, fields: Record<string, string>): RegisteredApp {
  const given = /^Basic (.+)$/u.exec(headers.authorization ?? "")?.[1];
  if (given === undefined) return { clientId: fields["client_id"] ?? "", clientSecret: fields["client_secret"] ?? "" };
  const [clientId = "", clientSecret = ""] = Buffer.from(given, "base64").toString().split(":").map(decodeURIComponent);
  return { clientId, clientSecret };
}

/** A file of a multipart body. */
export interface SentFile {
  field: string;
  name: string;
  type: string;
  bytes: Buffer;
}

/** Returns the files and texts of a multipart body. */
export async function multipartOf({ headers, body }: VendorRequest): Promise<{ files: SentFile[]; fields: Record<string, string> }> {
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": headers["content-type"] ?? "" } }).formData();
  const files: SentFile[] = [];
  const fields: Record<string, string> = {};
  for (const [field, value] of form) {
    if (typeof value === "string") fields[field] = value;
    else files.push({ field, name: value.name, type: value.type, bytes: Buffer.from(await value.arrayBuffer()) });
  }
  return { files, fields };
}
