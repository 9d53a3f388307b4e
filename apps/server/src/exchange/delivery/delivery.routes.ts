import { close as closeCallback, fstat as fstatCallback, open as openCallback, read as readCallback } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { promisify } from "node:util";
import { AppError } from "../../platform/http/app-error.ts";
import { STALL_MS, writePiece } from "../../platform/http/write-piece.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import type { MediaAccess } from "./media-access.service.ts";
import { contentDisposition, contentTypeOf, matchesEtag, parseRange } from "../../platform/http/file-headers.ts";
import { type MediaClaims, type MediaTokens, recheck, type StillMay, streamWhile } from "../../media/media/index.ts";

// Uses plain descriptors: for small files `FileHandle` costs as much as the read itself.
const open = promisify(openCallback);
const close = promisify(closeCallback);
const fstat = promisify(fstatCallback);
const read = promisify(readCallback);

const CHUNK = 1024 * 1024;
/** Maximum number of read buffers that are pooled for later requests. */
const POOL_MAX = 8;
const pool: Buffer[] = [];

function headersOf(claims: MediaClaims, nowS: number): Record<string, string> {
  return {
    "content-type": contentTypeOf(claims.mimeType),
    "content-disposition": contentDisposition(claims.disposition, claims.fileName, claims.mimeType),
    "accept-ranges": "bytes",
    etag: claims.etag,
    // The bytes of a key never change, and the URL expires before it could be reassigned.
    "cache-control": `private, max-age=${Math.max(0, Math.floor(claims.expiresAt - nowS))}, immutable`,
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    // The extension's popup, a different origin, displays thumbnails. The signed URL itself is the permission.
    "cross-origin-resource-policy": "cross-origin",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  };
}

/** Sends bytes of an open file through one buffer, 1 MiB at a time. Rejects when access was lost. */
export async function sendBytes(
  response: ServerResponse,
  descriptor: number,
  { start, end }: { start: number; end: number },
  stillMay: StillMay,
): Promise<void> {
  const buffer = pool.pop() ?? Buffer.allocUnsafeSlow(CHUNK);
  for (let at = start; at <= end;) {
    const asked = stillMay();
    if (asked) await asked;
    const { bytesRead } = await read(descriptor, buffer, 0, Math.min(CHUNK, end - at + 1), at);
    // A short response must not appear complete. The declared length lets the client detect the truncation.
    if (bytesRead === 0) throw new Error("The file is shorter than it was.");
    at += bytesRead;
    await writePiece(response, buffer.subarray(0, bytesRead), at > end);
  }
  // Only after success, because the socket may still reference the buffer of a failed response.
  if (pool.length < POOL_MAX) pool.push(buffer);
}

/** Chooses the status from the request's conditions, writes the headers, and returns the byte range to send. */
function startAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  claims: MediaClaims,
  sizeBytes: number,
  nowS: number,
): { start: number; end: number } | null {
  const headers = headersOf(claims, nowS);
  if (matchesEtag(request.headers["if-none-match"], claims.etag)) {
    response.writeHead(304, headers).end();
    return null;
  }
  const ifRange = request.headers["if-range"];
  const range = ifRange === undefined || ifRange === claims.etag ? parseRange(request.headers.range, sizeBytes) : "all";
  if (range === "unsatisfiable") throw new AppError("range-not-satisfiable");
  const { start, end } = range === "all" ? { start: 0, end: sizeBytes - 1 } : range;
  headers["content-length"] = String(end - start + 1);
  if (range !== "all") headers["content-range"] = `bytes ${start}-${end}/${sizeBytes}`;
  response.writeHead(range === "all" ? 200 : 206, headers);
  if (request.method === "HEAD" || end < start) {
    response.end();
    return null;
  }
  return { start, end };
}

/** A request for bytes with a signed URL. */
interface Asking {
  claims: MediaClaims;
  request: FastifyRequest;
  reply: FastifyReply;
  nowS: number;
  stillMay: StillMay;
}

async function deliverFile(path: string, { claims, request, reply, nowS, stillMay }: Asking): Promise<void> {
  let descriptor: number;
  try {
    descriptor = await open(path, "r");
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "ENOENT" ? new AppError("not-found", { cause: error }) : error;
  }
  try {
    const sizeBytes = claims.sizeBytes ?? (await fstat(descriptor)).size;
    let bytes: { start: number; end: number } | null;
    try {
      bytes = startAnswer(request.raw, reply.raw, claims, sizeBytes, nowS);
    } catch (error) {
      void reply.header("content-range", `bytes */${sizeBytes}`);
      throw error;
    }
    // From here on this code writes the response itself. Fastify's pipeline would cost more than the bytes.
    reply.hijack();
    if (!bytes) return;
    reply.raw.setTimeout(STALL_MS, () => reply.raw.destroy());
    await sendBytes(reply.raw, descriptor, bytes, stillMay);
  } catch (error) {
    if (!reply.sent) throw error;
    // The headers are sent. Destroy the connection, so that a partial body is not taken for complete.
    reply.raw.destroy();
  } finally {
    await close(descriptor);
  }
}

/** Redirects the browser to the store. Returns null when the store is not directly reachable. */
async function redirect(storage: Ports["storage"], { claims, request, reply, nowS }: Asking): Promise<FastifyReply> {
  const headers = headersOf(claims, nowS);
  if (request.method === "HEAD") {
    const sizeBytes = claims.sizeBytes ?? (await storage.stat(claims.storageKey)).sizeBytes;
    return reply
      .code(200)
      .headers({ ...headers, "content-length": String(sizeBytes) })
      .send();
  }
  const url = await storage.signedGetUrl(claims.storageKey, {
    expiresInS: Math.max(1, Math.floor(claims.expiresAt - nowS)),
    contentType: headers["content-type"],
    disposition: headers["content-disposition"],
  });
  if (url === null) throw new AppError("not-found");
  return reply
    .code(302)
    .headers({ location: url, "cache-control": "private, no-store", "referrer-policy": "no-referrer", "x-content-type-options": "nosniff" })
    .send();
}

/**
 * Proxies the store's bytes for a page script that reads them (the editor). A script may read responses of this
 * server's origin, but those of the store only if the store's CORS settings allow it.
 */
async function pass(storage: Ports["storage"], { claims, reply, nowS, stillMay }: Asking): Promise<FastifyReply> {
  const { stream, sizeBytes } = await storage.get(claims.storageKey).catch((error: unknown) => {
    throw error instanceof StorageError && error.code === "not-found" ? new AppError("not-found", { cause: error }) : error;
  });
  return reply
    .code(200)
    .headers({ ...headersOf(claims, nowS), "accept-ranges": "none", "content-length": String(sizeBytes) })
    .send(streamWhile(stream, stillMay));
}

/**
 * Returns whether a script sent the request, and not an `img` or `video`. Browsers send this header and scripts cannot
 * change it.
 */
const isReadByScript = (request: FastifyRequest): boolean => request.method === "GET" && request.headers["sec-fetch-dest"] === "empty";

/** Registers `GET` and `HEAD /media/{token}`. A foreign, corrupt or expired token gives `not-found`. */
export function mediaDelivery({ storage, clock }: Ports, tokens: MediaTokens, access: MediaAccess): (app: FastifyInstance) => void {
  return (app) => {
    app.route<{ Params: { token: string } }>({
      method: ["GET", "HEAD"],
      url: "/media/:token",
      config: { needs: "public" },
      // Only warnings are logged, because the token contains names.
      logLevel: "warn",
      handler: async (request, reply) => {
        const nowS = clock.now().getTime() / 1000;
        const claims = tokens.read(request.params.token, nowS);
        if (!claims) throw new AppError("not-found");
        await access.assertActive(claims);
        const stillMay = recheck(clock, async () => {
          if (!(await access.may(claims))) throw new AppError("not-found");
        });
        const asking: Asking = { claims, request, reply, nowS, stillMay };
        const path = storage.localPath(claims.storageKey);
        if (path === null) return isReadByScript(request) ? pass(storage, asking) : redirect(storage, asking);
        await deliverFile(path, asking);
        return reply;
      },
    });
  };
}
