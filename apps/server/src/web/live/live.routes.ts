import { API_BASE } from "@stillreel/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { signedIn, withoutEmpty } from "../../platform/http/implement.ts";
import { assertOwnOrigin } from "../../people/auth/index.ts";
import { visitorOf } from "../../access/visitors/index.ts";
import type { LiveStreams } from "./live.service.ts";

/** Address of the stream; outside of the contract's routes, as its answer never ends. */
const EVENTS_PATH = `${API_BASE}/events`;

export interface LiveRoutesDeps {
  live: LiveStreams;
  publicUrl: () => string;
  /** Tells at once what this process has gathered. */
  flush(): Promise<void>;
}

const Query = z.object({ share: z.string().min(1).max(64).optional() });

/** `GET /events`: server-sent events for whoever is signed in; with `?share=` of one item, for whoever its link opens for. */
export function liveRoutes(app: FastifyInstance, { live, publicUrl, flush }: LiveRoutesDeps): void {
  app.get(EVENTS_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const share = Query.safeParse(withoutEmpty(request.query)).data?.share;
    if (share === undefined) signedIn(request.actor);
    assertOwnOrigin(request, publicUrl());
    const begin = (): FastifyReply["raw"] => beginStream(reply);
    const stream =
      share === undefined
        ? await live.open(signedIn(request.actor), begin)
        : await live.openByLink({ slug: share, visitor: visitorOf(request, share), ip: request.ip }, begin);
    reply.raw.once("close", () => live.drop(stream));
  });
  // Pages find another process, or this one when it is back.
  app.addHook("preClose", (done) => {
    live.close();
    done();
  });
  app.addHook("onClose", async () => {
    await flush();
    await live.stop();
  });
}

/** Takes the answer out of the framework's hands and sends its head. */
function beginStream(reply: FastifyReply): FastifyReply["raw"] {
  const { raw } = reply;
  void reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    // Proxies of the nginx kind pass every line on at once.
    "x-accel-buffering": "no",
    // A connection that was a stream is not used again: a stop need not wait for it.
    connection: "close",
  });
  raw.on("error", () => raw.destroy());
  return raw;
}
