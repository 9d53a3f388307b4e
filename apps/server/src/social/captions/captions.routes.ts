import { deleteCaptions, getCaptions, putCaptions } from "@stillreel/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { Bare, implement, signedIn } from "../../platform/http/implement.ts";
import { visitorOf } from "../../access/visitors/index.ts";
import type { CaptionsService } from "./captions.service.ts";

/** Returns whether the caller requests the file itself. With any other type the response is the envelope. */
const wantsFile = (accept: string | undefined): boolean => /\btext\/vtt\b/iu.test(accept ?? "");

/** Creates a response with only the file, for a `<track>` or an external editor. It contains nothing executable. */
function bare(reply: FastifyReply, vtt: string): Bare {
  void reply.headers({
    "cache-control": "private, no-store",
    "x-robots-tag": "noindex",
    "content-security-policy": "sandbox; default-src 'none'",
  });
  return new Bare("text/vtt; charset=utf-8", vtt);
}

/** Registers the routes of captions. */
export function captionsRoutes(app: FastifyInstance, captions: CaptionsService): void {
  implement(app, getCaptions, { needs: "item.view" }, async ({ params, query }, { request, reply }) => {
    const found = await captions.get(visitorOf(request, query.share), params.itemId, params.language, query.share);
    return wantsFile(request.headers.accept) ? bare(reply, found.vtt) : found;
  });
  implement(app, putCaptions, { needs: "item.write" }, ({ params, body }, { actor }) =>
    captions.put(signedIn(actor), params.itemId, params.language, body),
  );
  implement(app, deleteCaptions, { needs: "item.write" }, async ({ params }, { actor }) => {
    await captions.remove(signedIn(actor), params.itemId, params.language);
    return {};
  });
}
