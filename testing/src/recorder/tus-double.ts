import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";

/** One upload in the double. */
export interface DoubleUpload {
  id: string;
  itemId: string;
  bytes: Buffer;
  length: number | null;
  metadata: Record<string, string>;
  /** Size of each accepted request, in bytes. */
  pieces: number[];
  completedAt: number | null;
}

/** Failure of the next request. Failures are used in order, then all requests succeed. */
export type Mishap =
  | { kind: "status"; status: number; code?: string }
  /** Reads the given bytes of the body, then cuts the connection without a response. */
  | { kind: "cut"; afterBytes: number }
  /** Accepts everything, then cuts the connection without a response. */
  | { kind: "cut-answer" }
  /** Responds with a wrong offset. */
  | { kind: "lie"; offset: number }
  /** Deletes the upload. */
  | { kind: "forget" };

/** A tus server for recordings with configurable failures. Its stored bytes can be compared. */
export interface TusDouble {
  url: string;
  uploads: Map<string, DoubleUpload>;
  /** Failures of the next `PATCH` requests. */
  mishaps: Mishap[];
  /** While set, every request without this token is refused with 401. */
  token: string | null;
  /** Recorded pointers by item, with the bytes that the upload had then. */
  pointers: Map<string, { body: unknown; sentBytes: number }[]>;
  /** Status codes of the next requests with a recorded pointer. Null: the connection is cut. */
  pointerMishaps: (number | null)[];
  requests: { method: string; status: number }[];
  /** Additional pages, by path. */
  pages: Map<string, { type: string; body: string | Buffer }>;
  /** Refuses connections until it is up again. */
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
}

const decode = (header: string): Record<string, string> =>
  Object.fromEntries(
    header.split(",").map((pair) => {
      const [name = "", value = ""] = pair.trim().split(" ");
      return [name, Buffer.from(value, "base64").toString()];
    }),
  );

class Cut extends Error {}

async function bodyOf(request: http.IncomingMessage, cutAfter: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= cutAfter) break;
  }
  return Buffer.concat(chunks).subarray(0, cutAfter);
}

function isDamaged(request: http.IncomingMessage, body: Buffer): boolean {
  const header = request.headers["upload-checksum"];
  if (header === undefined) return false;
  const [algorithm = "", digest = ""] = String(header).split(" ");
  return createHash(algorithm).update(body).digest("base64") !== digest;
}

async function patch(double: TusDouble, upload: DoubleUpload, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const mishap = double.mishaps.shift();
  if (mishap?.kind === "status") return void response.writeHead(mishap.status).end(JSON.stringify({ status: "error", code: mishap.code }));
  if (mishap?.kind === "forget") double.uploads.delete(upload.id);
  if (mishap?.kind === "forget") return void response.writeHead(404).end();
  const declared = request.headers["upload-length"];
  if (declared !== undefined && upload.length !== null) return void response.writeHead(400).end();
  if (Number(request.headers["upload-offset"]) !== upload.bytes.length) return void response.writeHead(409).end();
  const body = await bodyOf(request, mishap?.kind === "cut" ? mishap.afterBytes : Number.POSITIVE_INFINITY);
  // A cut request has an incomplete body, which cannot match its checksum. Other servers store what arrived.
  if (mishap?.kind !== "cut" && isDamaged(request, body)) return void response.writeHead(460).end();
  upload.bytes = Buffer.concat([upload.bytes, body]);
  if (declared !== undefined) upload.length = Number(declared);
  if (mishap?.kind === "cut" || mishap?.kind === "cut-answer") throw new Cut();
  upload.pieces.push(body.length);
  if (upload.length !== null && upload.bytes.length === upload.length) upload.completedAt = Date.now();
  response.writeHead(204, { "upload-offset": String(mishap?.kind === "lie" ? mishap.offset : upload.bytes.length) }).end();
}

const POINTER_PATH = /^\/api\/v1\/items\/(?<itemId>[^/]+)\/pointer$/u;

async function putPointer(double: TusDouble, itemId: string, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const body: unknown = JSON.parse((await bodyOf(request, Number.POSITIVE_INFINITY)).toString());
  const status = double.pointerMishaps.shift();
  if (status === null) throw new Cut();
  if (status !== undefined) return void response.writeHead(status).end("{}");
  const upload = [...double.uploads.values()].find((one) => one.itemId === itemId);
  if (!upload || upload.length !== null) return void response.writeHead(404).end();
  double.pointers.set(itemId, [...(double.pointers.get(itemId) ?? []), { body, sentBytes: upload.bytes.length }]);
  response.writeHead(200).end("{}");
}

async function answer(double: TusDouble, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://double");
  const page = double.pages.get(pathname);
  if (page) return void response.writeHead(200, { "content-type": page.type }).end(page.body);
  const itemId = POINTER_PATH.exec(pathname)?.groups?.["itemId"];
  if (itemId !== undefined && request.method === "PUT") return putPointer(double, itemId, request, response);
  if (!pathname.startsWith("/uploads")) return void response.writeHead(404).end();
  response.setHeader("tus-resumable", "1.0.0");
  if (double.token !== null && request.headers.authorization !== double.token) return void response.writeHead(401).end();
  if (request.method === "POST") {
    const metadata = decode(String(request.headers["upload-metadata"] ?? ""));
    const id = metadata["uploadId"] ?? randomUUID();
    const known = double.uploads.get(id);
    const upload: DoubleUpload = {
      id,
      itemId: randomUUID(),
      bytes: Buffer.alloc(0),
      length: null,
      metadata,
      pieces: [],
      completedAt: null,
    };
    if (!known) double.uploads.set(id, upload);
    const { itemId, bytes } = known ?? upload;
    const headers = {
      location: `/uploads/${id}`,
      "item-id": itemId,
      "share-url": `${double.url}/s/${id}`,
      "upload-offset": String(bytes.length),
    };
    return void response.writeHead(201, headers).end();
  }
  const upload = double.uploads.get(pathname.slice("/uploads/".length));
  if (!upload) return void response.writeHead(404).end();
  if (request.method === "DELETE") {
    double.uploads.delete(upload.id);
    return void response.writeHead(204).end();
  }
  if (request.method === "PATCH") return patch(double, upload, request, response);
  const length = upload.length === null ? { "upload-defer-length": "1" } : { "upload-length": String(upload.length) };
  response.writeHead(200, { "upload-offset": String(upload.bytes.length), ...length }).end();
}

/** Starts the double on a free port of this machine. */
export async function startTusDouble(): Promise<TusDouble> {
  const handler = (request: http.IncomingMessage, response: http.ServerResponse): void => {
    // The request loses its socket when the body is left unread.
    const { socket } = request;
    response.once("finish", () => double.requests.push({ method: request.method ?? "", status: response.statusCode }));
    answer(double, request, response).catch(() => socket.destroy());
  };
  let server = http.createServer(handler);
  const listen = async (port: number): Promise<number> => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  const port = await listen(0);
  const double: TusDouble = {
    url: `http://127.0.0.1:${port}`,
    uploads: new Map(),
    mishaps: [],
    pointers: new Map(),
    pointerMishaps: [],
    token: null,
    requests: [],
    pages: new Map(),
    down: close,
    async up() {
      server = http.createServer(handler);
      await listen(port);
    },
    stop: close,
  };
  return double;
}
