import { Readable } from "node:stream";
import { REQUEST_PICTURE_MAX_BYTES, uploadRequestPicture } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { type Media, sendEmblem } from "../../media/media/index.ts";
import { invalid } from "../../platform/http/app-error.ts";
import { implement, signedIn } from "../../platform/http/implement.ts";
import { acceptForms, readForm } from "../../platform/http/multipart.ts";
import { PICTURES_PATH } from "./requests.present.ts";
import type { OwnRequests } from "./requests.service.ts";

/** Registers the upload of the picture of a request, and its address, which chat apps read without an account. */
export function pictureRoutes(app: FastifyInstance, own: OwnRequests, { emblems }: Pick<Media, "emblems">): void {
  acceptForms(app);

  implement(app, uploadRequestPicture, { needs: "account.own" }, async ({ params }, { actor, request, reply }) => {
    const form = await readForm(request, reply, REQUEST_PICTURE_MAX_BYTES, {
      receive: ({ body }) => emblems.convert(body, { maxBytes: REQUEST_PICTURE_MAX_BYTES, shape: "card" }),
      discard: async () => {},
    });
    if (!form.file) throw invalid("file", "Please choose a file.", "required");
    return own.setPicture({ actor: signedIn(actor), ip: request.ip }, params.requestId, form.file.received);
  });

  app.get<{ Params: { pictureId: string } }>(`${PICTURES_PATH}/:pictureId`, { config: { needs: "public" } }, async (request, reply) => {
    const bytes = await own.picture(request.params.pictureId);
    return sendEmblem(reply, { stream: Readable.from([bytes]), sizeBytes: bytes.length });
  });
}
