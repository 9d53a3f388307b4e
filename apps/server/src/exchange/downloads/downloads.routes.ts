import { API_BASE, createZip, DownloadQuery, Id } from "@stillreel/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { OutgoingHttpHeaders } from "node:http";
import { z } from "zod";
import { implement, signedIn, withoutEmpty } from "../../platform/http/implement.ts";
import { parseInput } from "../../platform/http/issues.ts";
import type { Clock } from "../../platform/ports/clock.port.ts";
import { recheck, streamWhile } from "../../media/media/index.ts";
import { contentDisposition } from "../../platform/http/file-headers.ts";
import { unlockCookieOf, visitorOf } from "../../access/visitors/index.ts";
import type { DownloadsService } from "./downloads.service.ts";
import { sendAll } from "./zips.send.ts";
import type { OpenedZip, ZipsService } from "./zips.service.ts";

/** Returns a signal that aborts when the client disconnects before the response is finished. */
function untilGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) controller.abort(new Error("The client went away."));
  });
  return controller.signal;
}

const attachment = (fileName: string, mimeType: string): Record<string, string> => ({
  "content-type": mimeType,
  "content-disposition": contentDisposition("attachment", fileName, mimeType),
  "cache-control": "private, no-store",
  "x-robots-tag": "noindex",
});

interface DownloadsRoutesDeps {
  service: DownloadsService;
  zips: ZipsService;
  /** Returns the headers that set the cookie of a link. */
  cookiesOf(slug: string, value: string): string[];
}

/** Sends a zip as an attachment. */
async function sendZip(request: FastifyRequest, reply: FastifyReply, zip: OpenedZip): Promise<FastifyReply> {
  void reply.headers({
    ...attachment(zip.fileName, "application/zip"),
    ...(zip.sizeBytes !== null && { "content-length": String(zip.sizeBytes) }),
  });
  if (request.method === "HEAD") return reply.send();
  // From here on this code writes the response itself. Fastify's pipeline would buffer more of it in memory.
  reply.hijack();
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  await sendAll(reply.raw, zip.bytes(untilGone(reply))).catch((error: unknown) => {
    if (!reply.raw.writableAborted) request.log.warn({ err: error, reqId: request.id }, "a zip broke off");
  });
  return reply;
}

const SharedZipQuery = z.object({ folderId: Id.optional() });

/** Registers the download routes. Those that return bytes are not part of the contract, because they have no envelope. */
export function downloadsRoutes(app: FastifyInstance, clock: Clock, { service, zips, cookiesOf }: DownloadsRoutesDeps): void {
  app.route<{ Params: { itemId: string } }>({
    method: ["GET", "HEAD"],
    url: `${API_BASE}/items/:itemId/download`,
    config: { needs: "item.download" },
    handler: (request, reply) => download(service, clock, request, reply),
  });

  implement(app, createZip, { needs: "item.read" }, ({ params, body }, { actor }) =>
    zips.create(signedIn(actor), params.workspaceId, body),
  );

  app.route<{ Params: { zipId: string } }>({
    method: ["GET", "HEAD"],
    url: `${API_BASE}/zips/:zipId`,
    config: { needs: "item.read" },
    // Only warnings are logged, because the id in the URL is a secret.
    logLevel: "warn",
    handler: async (request, reply) => sendZip(request, reply, await zips.open(request.actor, request.params.zipId)),
  });

  app.route<{ Params: { slug: string } }>({
    method: ["GET", "HEAD"],
    url: `${API_BASE}/shared/:slug/download`,
    config: { needs: "link.open" },
    handler: async (request, reply) => {
      const { slug } = request.params;
      const { folderId } = parseInput(SharedZipQuery, withoutEmpty(request.query));
      const who = request.actor.kind === "user" ? request.actor.id : request.ip;
      const asked = { folderId, isCounted: request.method === "GET", who };
      const { zip, cookie } = await zips.openShared(slug, visitorOf(request, slug), asked);
      if (cookie !== null && asked.isCounted) void reply.header("set-cookie", cookiesOf(slug, cookie));
      return sendZip(request, reply, zip);
    },
  });
}

async function download(
  service: DownloadsService,
  clock: Clock,
  request: FastifyRequest<{ Params: { itemId: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const query = parseInput(DownloadQuery, withoutEmpty(request.query));
  const { actor } = request;
  const visitor = { actor, unlockCookie: unlockCookieOf(request.headers.cookie, query.share ?? "") };
  const purpose = request.method === "HEAD" ? "check" : "content";
  const found = await service.find(request.params.itemId, visitor, query, purpose);
  const { plan } = found;
  if (plan.kind === "original" || plan.kind === "universal")
    return reply.header("cache-control", "private, no-store").redirect(service.fileUrl(found), 302);
  void reply.headers(attachment(plan.fileName, plan.mimeType));
  if (request.method === "HEAD") return reply.send();
  const stillMay = recheck(clock, () => service.find(request.params.itemId, visitor, query, "follow"));
  const signal = untilGone(reply);
  const who = actor.kind === "user" ? actor.id : request.ip;
  const making =
    plan.kind === "gif" ? service.makeGif(found, plan.range, who, signal) : service.convert(found, plan.conversion, who, signal);
  const converted = await making.catch((error: unknown) => {
    reply.removeHeader("content-disposition").removeHeader("content-type");
    if (!signal.aborted) throw error;
    return null;
  });
  if (converted === null) return reply.hijack();
  if (signal.aborted) converted.stream.destroy();
  return reply.header("content-length", String(converted.sizeBytes)).send(streamWhile(converted.stream, stillMay));
}
