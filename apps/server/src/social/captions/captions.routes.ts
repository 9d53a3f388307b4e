import { deleteCaptions, getCaptions, putCaptions } from "@stillreel/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { Bare, implement, signedIn } from "../../platform/http/implement.ts";
import { visitorOf } from "../../access/visitors/index.ts";
import type { CaptionsService } from "./captions.service.ts";

/** Does the caller want the file itself? Who asks for anything gets the envelope, as everywhere. */
const wantsFile = (accept: string | undefined): boolean => /\btext\/vtt\b/iu.test(accept ?? "");

/** The file alone, for a `<track>` or an editor elsewhere; nothing in it can run. */
function bare(reply: FastifyReply, vtt: string): Bare {
  void reply.headers({
    "cache-control": "private, no-store",
    "x-robots-tag": "noindex",
    "content-security-policy": "sandbox; default-src 'none'",
  });
  return new Bare("text/vtt; charset=utf-8", vtt);
}

/** The routes of captions. */
export function captionsRoutes(app: FastifyInstance, captions: CaptionsService): void {
  implement(app, getCaptions, async ({ params, query }, { request, reply }) => {
    const found = await captions.get(visitorOf(request, query.share), params.itemId, params.language, query.share);
    return wantsFile(request.headers.accept) ? bare(reply, found.vtt) : found;
  });
  implement(app, putCaptions, ({ params, body }, { actor }) => captions.put(signedIn(actor), params.itemId, params.language, body));
  implement(app, deleteCaptions, async ({ params }, { actor }) => {
    await captions.remove(signedIn(actor), params.itemId, params.language);
    return {};
  });
}
