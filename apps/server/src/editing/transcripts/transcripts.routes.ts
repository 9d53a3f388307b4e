import { getTranscript, putTranscript, suggest, transcribe } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { SuggestionsService } from "./suggestions.service.ts";
import type { TranscriptsService } from "./transcripts.service.ts";

/** Registers the routes of transcripts and suggestions. */
export function transcriptsRoutes(app: FastifyInstance, transcripts: TranscriptsService, suggestions: SuggestionsService): void {
  implement(app, getTranscript, { needs: "item.write" }, ({ params }, { actor }) => transcripts.get(signedIn(actor), params.itemId));
  implement(app, putTranscript, { needs: "item.write" }, ({ params, body }, { actor }) =>
    transcripts.put(signedIn(actor), params.itemId, body),
  );
  implement(app, transcribe, { needs: "item.write" }, ({ params, body }, { actor }) =>
    transcripts.transcribe(signedIn(actor), params.itemId, body.language),
  );
  implement(app, suggest, { needs: "item.write" }, ({ params }, { actor, request }) => {
    const ended = new AbortController();
    request.raw.once("close", () => {
      if (request.raw.destroyed && !request.raw.complete) ended.abort();
    });
    return suggestions.suggest(signedIn(actor), params.itemId, ended.signal);
  });
}
