import { API_BASE, Id } from "@stillreel/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { signedIn, withoutEmpty } from "../../platform/http/implement.ts";
import { assertOwnOrigin } from "../../people/auth/index.ts";
import { visitorOf } from "../../access/visitors/index.ts";
import type { LiveStreams } from "./live.service.ts";

/** Path of the event stream. It is not a contract route, because its response never ends. */
const EVENTS_PATH = `${API_BASE}/events`;

export interface LiveRoutesDeps {
  live: LiveStreams;
  publicUrl: () => string;
  /** Publishes the events collected in this process immediately. */
  flush(): Promise<void>;
}

const Query = z.object({
  share: z.string().min(1).max(64).optional(),
  item: Id.optional(),
  folder: Id.optional(),
  // Hints: other values are ignored.
  since: z.string().max(64).optional().catch(undefined),
  origin: z.string().max(64).optional().catch(undefined),
});

/**
 * Registers `GET /events`: server-sent events for signed-in users, and with `?share=` for visitors about the item of a
 * link. For the link of a folder, `?item=` names an item inside; without one, the events are those of the page of the folder, or of
 * `?folder=` inside it. With the cursor of its document in `?since=`, a page that nothing has changed for gets no reset; its own changes, by
 * its id in `?origin=`, do not count.
 */
export function liveRoutes(app: FastifyInstance, { live, publicUrl, flush }: LiveRoutesDeps): void {
  app.get(EVENTS_PATH, { exposeHeadRoute: false, config: { needs: "item.view" } }, async (request, reply) => {
    const { share, item, folder, since, origin } = Query.safeParse(withoutEmpty(request.query)).data ?? {};
    if (share === undefined) signedIn(request.actor);
    assertOwnOrigin(request, publicUrl());
    const begin = (): FastifyReply["raw"] => beginStream(reply);
    const known = { cursor: since, origin };
    const stream =
      share === undefined
        ? await live.open(signedIn(request.actor), known, begin)
        : await live.openByLink(
            { slug: share, visitor: visitorOf(request, share), givenItemId: item, givenFolderId: folder, known, ip: request.ip },
            begin,
          );
    reply.raw.once("close", () => live.drop(stream));
  });
  // Pages reconnect to another process, or to this one after its restart.
  app.addHook("preClose", (done) => {
    live.close();
    done();
  });
  app.addHook("onClose", async () => {
    await flush();
    await live.stop();
  });
}

/** Takes over the raw response from the framework and sends the headers. */
function beginStream(reply: FastifyReply): FastifyReply["raw"] {
  const { raw } = reply;
  void reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    // Makes nginx and similar proxies forward each line immediately.
    "x-accel-buffering": "no",
    // The connection of a stream is not reused, so a shutdown need not wait for it.
    connection: "close",
  });
  raw.on("error", () => raw.destroy());
  return raw;
}
