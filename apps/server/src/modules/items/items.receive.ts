import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError, invalid } from "../../http/app-error.ts";
import { drain, readForm } from "../../http/multipart.ts";
import type { Ports } from "../../ports/index.ts";
import type { UserActor } from "../../policies/actor.ts";
import type { Media, StoredBlob } from "../media/index.ts";
import type { Inspected } from "./filing.service.ts";
import { parseUploadFields } from "./items.form.ts";
import type { PresentedItem } from "./items.present.ts";
import type { ItemsService } from "./items.service.ts";

interface Received {
  stored: StoredBlob;
  inspected: Inspected;
}

export interface ReceiveDeps {
  ports: Ports;
  media: Media;
  service: ItemsService;
}

/**
 * Reads the form of a picture or a video into the store, looks at what came, and files it. The content decides what it is; what
 * is not of the type of the address is refused. Whatever fails, no byte stays behind.
 */
export async function receiveFile(
  { ports, media, service }: ReceiveDeps,
  type: "image" | "video",
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
  const { MAX_IMAGE_BYTES, MAX_UPLOAD_BYTES } = ports.config;
  const maxBytes = type === "image" ? Math.min(MAX_IMAGE_BYTES, MAX_UPLOAD_BYTES) : MAX_UPLOAD_BYTES;
  const inspect = async (storageKey: string): Promise<Inspected> =>
    type === "image" ? { type, ...(await media.inspectImage(storageKey)) } : { type, ...(await media.inspectVideo(storageKey)) };
  const form = await readForm<Received>(request, reply, maxBytes, {
    async receive(file) {
      if (file.fieldName !== "file") throw invalid(file.fieldName, "The file's field is called `file`.", "unexpected");
      const stored = await media.storeStream(file.body, { maxBytes });
      try {
        return { stored, inspected: await inspect(stored.storageKey) };
      } catch (error) {
        await media.discard(stored);
        throw error;
      }
    },
    discard: ({ stored }) => media.discard(stored),
  });
  if (!form.file) throw invalid("file", "Please choose a file.", "required");
  const { received, fileName } = form.file;
  const file = async (fields: ReadonlyMap<string, string>): Promise<{ item: PresentedItem; created: boolean }> => {
    const names = parseUploadFields({
      title: fields.get("title"),
      fullFileName: fields.get("fullFileName"),
      folderId: fields.get("folderId"),
      pageUrl: fields.get("pageUrl"),
    });
    return service.createFile(actor, { workspace, ...received, fileName, names, idempotencyKey });
  };
  const filed = await file(form.fields).catch(async (error: unknown) => {
    await service.abandon(received.stored);
    throw error;
  });
  if (!filed.created) await media.discard(received.stored);
  return filed.item;
}

function idempotencyKeyOf(request: FastifyRequest): string | null {
  const given = request.headers["idempotency-key"];
  if (given === undefined) return null;
  if (typeof given !== "string" || given.length < 1 || given.length > 200)
    throw new AppError("bad-request", { message: "The Idempotency-Key is not usable." });
  return given;
}
