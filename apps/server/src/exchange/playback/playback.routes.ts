import { close as closeCallback, fstat as fstatCallback, open as openCallback } from "node:fs";
import { promisify } from "node:util";
import { API_BASE, getPlayback } from "@stillreel/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";
import { implement } from "../../platform/http/implement.ts";
import { STALL_MS } from "../../platform/http/write-piece.ts";
import type { Clock } from "../../platform/ports/clock.port.ts";
import { type Storage, StorageError } from "../../platform/ports/storage.port.ts";
import { recheck, type StillMay, streamWhile } from "../../media/media/index.ts";
import { parseRange } from "../../platform/http/file-headers.ts";
import { sendBytes } from "../delivery/index.ts";
import type { StagedFile } from "../uploads/index.ts";
import { visitorOf } from "../../access/visitors/index.ts";
import { PLAYLIST_TYPE, type PlaybackService, type StreamBytes, type StreamCall } from "./playback.service.ts";

const open = promisify(openCallback);
const close = promisify(closeCallback);
const fstat = promisify(fstatCallback);

/**
 * Lifetime in seconds of store URLs. They only need to be valid at the start of a transfer, and each range requests a
 * new one.
 */
const REDIRECT_TTL_S = 60;
const NAME = /^(live|index|raw|\d{3,4})\.(m3u8|mp4)$/u;

/** Response headers that forbid caching, because permissions are checked for each request. */
const HEADERS = {
  "cache-control": "private, no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": "sandbox; default-src 'none'",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
} as const;
const FILE_HEADERS = { ...HEADERS, "content-type": "video/mp4", "content-disposition": "inline", "accept-ranges": "bytes" } as const;

interface StreamRoute {
  Params: { itemId: string; name: string };
  Querystring: { share?: unknown; _HLS_skip?: unknown };
}

interface Answer {
  start: number;
  end: number;
  status: number;
  headers: Record<string, string>;
}

/** Returns the requested byte range with response headers, or the whole file without a range. */
function answerOf(request: FastifyRequest, reply: FastifyReply, size: number): Answer {
  const range = parseRange(request.headers.range, size);
  if (range === "unsatisfiable") {
    void reply.header("content-range", `bytes */${size}`);
    throw new AppError("range-not-satisfiable");
  }
  const { start, end } = range === "all" ? { start: 0, end: size - 1 } : range;
  const rangeHeaders: Record<string, string> = { "content-length": String(end - start + 1) };
  if (range !== "all") rangeHeaders["content-range"] = `bytes ${start}-${end}/${size}`;
  return { start, end, status: range === "all" ? 200 : 206, headers: rangeHeaders };
}

/**
 * Sends a local file. A growing file is sent with its size at the start. Returns false when it does not exist (any
 * more).
 */
async function sendFile(path: string, { request, reply, stillMay }: Sending): Promise<boolean> {
  const descriptor = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (descriptor === null) return false;
  try {
    const { size } = await fstat(descriptor);
    const { start, end, status, headers } = answerOf(request, reply, size);
    reply.hijack();
    reply.raw.writeHead(status, { ...(reply.getHeaders() as Record<string, string>), ...FILE_HEADERS, ...headers });
    if (request.method === "HEAD" || end < start) reply.raw.end();
    else {
      reply.raw.setTimeout(STALL_MS, () => reply.raw.destroy());
      await sendBytes(reply.raw, descriptor, { start, end }, stillMay);
    }
  } catch (error) {
    if (!reply.sent) throw error;
    // The headers are sent. Destroy the connection, so that a partial body is not taken for complete.
    reply.raw.destroy();
  } finally {
    await close(descriptor);
  }
  return true;
}

/**
 * Sends an object. Scripts get the bytes from this server, because the store may not allow their origin. Elements are
 * redirected.
 */
async function sendObject(storage: Storage, key: string, { request, reply, stillMay }: Sending): Promise<FastifyReply> {
  const isScript = request.headers["sec-fetch-dest"] === "empty";
  const url =
    isScript || request.method === "HEAD"
      ? null
      : await storage.signedGetUrl(key, { expiresInS: REDIRECT_TTL_S, contentType: "video/mp4" });
  if (url !== null)
    return reply
      .headers({ ...HEADERS, location: url })
      .code(302)
      .send();
  try {
    const { sizeBytes } = await storage.stat(key);
    const { start, end, status, headers } = answerOf(request, reply, sizeBytes);
    void reply.code(status).headers({ ...FILE_HEADERS, ...headers });
    if (request.method === "HEAD") return reply.send();
    return reply.send(streamWhile((await storage.get(key, { start, end })).stream, stillMay));
  } catch (error) {
    throw error instanceof StorageError && error.code === "not-found" ? new AppError("not-found", { cause: error }) : error;
  }
}

/** Sends a recording that grows in a remote store, with its size at the start. */
function sendGrowing(file: StagedFile, { request, reply, stillMay }: Sending): FastifyReply {
  const { start, end, status, headers } = answerOf(request, reply, file.sizeBytes);
  void reply.code(status).headers({ ...FILE_HEADERS, ...headers });
  if (request.method === "HEAD" || end < start) return reply.send();
  return reply.send(streamWhile(file.stream(start, end), stillMay));
}

/** Registers the playback routes. Streams are not contract routes, because only their errors have an envelope. */
export function playbackRoutes(
  app: FastifyInstance,
  { storage, clock }: { storage: Storage; clock: Clock },
  service: PlaybackService,
): void {
  implement(app, getPlayback, { needs: "item.view" }, ({ params, query }, { request }) =>
    service.playback({ visitor: visitorOf(request, query.share), itemId: params.itemId, share: query.share }),
  );

  app.route<StreamRoute>({
    method: ["GET", "HEAD"],
    url: `${API_BASE}/items/:itemId/stream/:name`,
    config: { needs: "item.view" },
    // Only warnings are logged, because the slug in the query is a secret.
    logLevel: "warn",
    handler: async (request, reply) => {
      const [, name = "", ending] = NAME.exec(request.params.name) ?? [];
      if (name === "" || (ending === "m3u8" ? name === "raw" : name === "live" || name === "index")) throw new AppError("not-found");
      const { share } = request.query;
      if (share !== undefined && typeof share !== "string") throw new AppError("not-found");
      const call: StreamCall = { visitor: visitorOf(request, share), itemId: request.params.itemId, share };
      if (ending === "m3u8") {
        const skips = request.query._HLS_skip === "YES" || request.query._HLS_skip === "v2";
        const text = await service.playlist(call, name, skips);
        return reply.headers(HEADERS).type(PLAYLIST_TYPE).send(text);
      }
      const stillMay = recheck(clock, () => service.assertStill(call));
      return send(storage, service, { call, name, request, reply, stillMay });
    },
  });
}

interface Sending {
  call: StreamCall;
  name: string;
  request: FastifyRequest;
  reply: FastifyReply;
  stillMay: StillMay;
}

/** Sends a file. If it was moved to the store between two checks, it retries once. */
async function send(storage: Storage, service: PlaybackService, sending: Sending): Promise<FastifyReply> {
  const { call, name, reply } = sending;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const source: StreamBytes | null = await service.bytes(call, name);
    if (source !== null) {
      if ("storageKey" in source) return sendObject(storage, source.storageKey, sending);
      if ("growing" in source) return sendGrowing(source.growing, sending);
      if (await sendFile(source.path, sending)) return reply;
    }
    service.forget(call);
  }
  throw new AppError("not-found");
}
