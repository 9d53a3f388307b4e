import { countItems, getImage, listItems, purgeImage, updateItem, uploadImage } from "@stillreel/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError, invalid } from "../../http/app-error.ts";
import { implement, signedIn } from "../../http/implement.ts";
import { acceptForms, drain, readForm } from "../../http/multipart.ts";
import type { Ports } from "../../ports/index.ts";
import type { UserActor } from "../../policies/actor.ts";
import type { Media, StoredBlob } from "../media/index.ts";
import { parseUploadFields } from "./items.form.ts";
import type { PresentedItem } from "./items.present.ts";
import type { ItemsService } from "./items.service.ts";

/** The routes of items. */
export function itemsRoutes(ports: Ports, media: Media, service: ItemsService) {
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(async (scope) => {
      acceptForms(scope);
      implement(scope, uploadImage, ({ params }, { actor, request, reply }) =>
        receiveImage(ports, media, service, signedIn(actor), params.workspaceId, request, reply),
      );
    });
    implement(app, getImage, async ({ params }, { actor }) => {
      const { row } = await service.at(actor, params.workspaceId, "image", params.itemId);
      return service.one(actor, row.id);
    });
    implement(app, updateItem, ({ params, body }, { actor }) =>
      service.update(signedIn(actor), params.workspaceId, params.type, params.itemId, body),
    );
    implement(app, purgeImage, async ({ params, query }, { actor, request }) => {
      await service.purge(
        signedIn(actor),
        params.workspaceId,
        "image",
        { itemId: query.imageId, refName: query.refName, folderId: query.folderId },
        request.ip,
      );
      return {};
    });
    implement(app, listItems, ({ params, query }, { actor }) =>
      service.list(actor, params.workspaceId, {
        type: query.type ?? null,
        folderId: query.folderId,
        view: query.view,
        sort: query.sort,
        cursor: query.cursor,
        limit: query.limit,
      }),
    );
    implement(app, countItems, ({ params }, { actor }) => service.counts(actor, params.workspaceId));
  };
}

interface ReceivedImage {
  stored: StoredBlob;
  mimeType: string;
  width: number;
  height: number;
}

/** Reads the form into the store, looks at what came, and files it. Whatever fails, no byte stays behind. */
async function receiveImage(
  ports: Ports,
  media: Media,
  service: ItemsService,
  actor: UserActor,
  workspaceRef: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PresentedItem> {
  const refuse = async (error: unknown): Promise<never> => {
    await drain(request.raw, reply);
    throw error;
  };
  const workspace = await service.writableSpace(actor, workspaceRef).catch(refuse);
  const idempotencyKey = await Promise.resolve()
    .then(() => idempotencyKeyOf(request))
    .catch(refuse);
  const maxBytes = Math.min(ports.config.MAX_IMAGE_BYTES, ports.config.MAX_UPLOAD_BYTES);
  const form = await readForm<ReceivedImage>(request, reply, maxBytes, {
    async receive(file) {
      if (file.fieldName !== "file") throw invalid(file.fieldName, "The file's field is called `file`.", "unexpected");
      const stored = await media.storeStream(file.body, { maxBytes });
      try {
        return { stored, ...(await media.inspectImage(stored.storageKey)) };
      } catch (error) {
        await media.discard(stored);
        throw error;
      }
    },
    discard: ({ stored }) => media.discard(stored),
  });
  if (!form.file) throw invalid("file", "Please choose a file.", "required");
  const { received, fileName } = form.file;
  const filed = await file(form.fields).catch(async (error: unknown) => {
    await service.abandon(received.stored);
    throw error;
  });
  if (!filed.created) await media.discard(received.stored);
  return filed.item;

  async function file(fields: ReadonlyMap<string, string>): Promise<{ item: PresentedItem; created: boolean }> {
    const names = parseUploadFields({
      title: fields.get("title"),
      fullFileName: fields.get("fullFileName"),
      folderId: fields.get("folderId"),
    });
    return service.createImage(actor, { workspace, ...received, fileName, names, idempotencyKey });
  }
}

function idempotencyKeyOf(request: FastifyRequest): string | null {
  const given = request.headers["idempotency-key"];
  if (given === undefined) return null;
  if (typeof given !== "string" || given.length < 1 || given.length > 200)
    throw new AppError("bad-request", { message: "The Idempotency-Key is not usable." });
  return given;
}
