import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import { idempotencyKeyOf } from "../../platform/http/idempotency-key.ts";
import { drain, readForm } from "../../platform/http/multipart.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { WorkspaceFacts } from "../../access/memberships/index.ts";
import type { AccountStates } from "../../access/account-states/index.ts";
import { type Media, piecesWhile, recheck, type StoredBlob } from "../../media/media/index.ts";
import type { Inspected } from "./filing/filing.service.ts";
import { parsePictureDetails, parseReplacement, parseUploadFields, PICTURE_TEXT_BYTES, type Replacement } from "./filing/items.form.ts";
import type { PresentedItem } from "./items.present.ts";
import type { ItemsService } from "./items.service.ts";

/** More than all texts, headers and boundaries of a form need. */
const FORM_TEXT_BYTES = PICTURE_TEXT_BYTES.markers + PICTURE_TEXT_BYTES.capture + 64 * 1024;

interface Received<I extends Inspected = Inspected> {
  stored: StoredBlob;
  inspected: I;
}
type ReceivedPicture = Received<Extract<Inspected, { type: "image" }>>;

export interface ReceiveDeps {
  ports: Ports;
  states: Pick<AccountStates, "assertActive">;
  media: Media;
  service: ItemsService;
}

/** A form request by a signed-in user. */
export interface FormCall {
  actor: UserActor;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Runs checks before the form is read. If they fail, the body is drained, so that the client can read the error. */
async function beforeForm<T>({ request, reply }: FormCall, check: () => T | Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    await drain(request.raw, reply);
    throw error;
  }
}

/** Stores and inspects a file's bytes. Nothing remains of a rejected file. */
async function storeAndInspect<I extends Inspected>(
  media: Pick<Media, "storeStream" | "discard">,
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  inspect: (storageKey: string) => Promise<I>,
): Promise<Received<I>> {
  const stored = await media.storeStream(body, { maxBytes });
  try {
    return { stored, inspected: await inspect(stored.storageKey) };
  } catch (error) {
    await media.discard(stored);
    throw error;
  }
}

/** Type that the content of a file must have; `any` accepts images and videos. */
export type ReceivedType = "image" | "video" | "any";

/** Inspects a file. Bytes that are no image may be a video. */
async function inspectAny(media: Media, type: ReceivedType, storageKey: string): Promise<Inspected> {
  if (type === "video") return { type, ...(await media.inspectVideo(storageKey)) };
  try {
    return { type: "image", ...(await media.inspectImage(storageKey)) };
  } catch (error) {
    if (type === "image" || !(error instanceof AppError) || error.code !== "unsupported-file-type") throw error;
    return { type: "video", ...(await media.inspectVideo(storageKey)) };
  }
}

const pictureBytesMax = ({ MAX_IMAGE_BYTES, MAX_UPLOAD_BYTES }: Ports["config"]): number => Math.min(MAX_IMAGE_BYTES, MAX_UPLOAD_BYTES);

/**
 * Reads the form of a picture or video into the store, inspects the content and creates the item. A picture may include its
 * original and annotations. The content decides the type, and a type that differs from the URL's type is rejected.
 * No bytes remain after a failure.
 */
export async function receiveFile(
  { ports, media, service, states }: ReceiveDeps,
  type: ReceivedType,
  workspaceRef: string,
  call: FormCall,
): Promise<PresentedItem> {
  const { actor, request, reply } = call;
  const workspace = await beforeForm(call, () => service.writableSpace(actor, workspaceRef));
  const idempotencyKey = await beforeForm(call, () => idempotencyKeyOf(request.headers));
  // A repeat of an earlier request may come when the quota is used up.
  if (idempotencyKey === null)
    await beforeForm(call, () => service.quota.assertRoom({ ownerId: actor.id, workspaceId: workspace.id }, leastBytesOf(request)));
  const maxBytes = type === "image" ? pictureBytesMax(ports.config) : ports.config.MAX_UPLOAD_BYTES;
  const inspect = (storageKey: string): Promise<Inspected> => inspectAny(media, type, storageKey);
  const stillMay = recheck(ports.clock, () => states.assertActive(actor));
  const form = await readForm<Received>(
    request,
    reply,
    maxBytes,
    {
      receive: ({ body }) => storeAndInspect(media, piecesWhile(body, stillMay), maxBytes, inspect),
      discard: ({ stored }) => media.discard(stored),
    },
    type === "image" ? { files: ["file", "original"], textBytes: PICTURE_TEXT_BYTES } : { files: ["file"] },
  );
  const all = [...form.files.values()].map(({ received }) => received.stored);
  const file = async (): Promise<{ item: PresentedItem; created: boolean }> => {
    await states.assertActive(actor);
    const main = form.files.get("file");
    if (!main) throw invalid("file", "Please choose a file.", "required");
    const names = parseUploadFields({
      title: form.fields.get("title"),
      fullFileName: form.fields.get("fullFileName"),
      folderId: form.fields.get("folderId"),
      pageUrl: form.fields.get("pageUrl"),
    });
    const details = type === "image" ? parsePictureDetails(form.fields) : null;
    const original = form.files.get("original")?.received.stored ?? null;
    return service.createFile(actor, {
      workspace,
      ...main.received,
      fileName: main.fileName,
      names,
      idempotencyKey,
      details: details && { ...details, original },
    });
  };
  const filed = await file().catch(async (error: unknown) => {
    for (const stored of all) await service.abandon(stored);
    throw error;
  });
  if (!filed.created) for (const stored of all) await media.discard(stored);
  return filed.item;
}

/**
 * Reads the form of a picture that replaces another one. Fields before the picture are validated before its bytes are
 * read, and again together with the change.
 */
export async function receiveReplacement(
  { ports, media, service, states }: ReceiveDeps,
  workspaceRef: string,
  call: FormCall,
): Promise<PresentedItem> {
  const { actor, request, reply } = call;
  const workspace: WorkspaceFacts = await beforeForm(call, () => service.writableSpace(actor, workspaceRef));
  const maxBytes = pictureBytesMax(ports.config);
  const stillMay = recheck(ports.clock, () => states.assertActive(actor));
  let early: { fields: number; given: Replacement } | null = null;
  const form = await readForm<ReceivedPicture>(
    request,
    reply,
    maxBytes,
    {
      async receive({ body }, fields) {
        if (fields.has("refName")) {
          early = { fields: fields.size, given: parseReplacement(fields) };
          await service.replaceable(actor, workspace, early.given);
        }
        return storeAndInspect(media, piecesWhile(body, stillMay), maxBytes, async (key) => ({
          type: "image" as const,
          ...(await media.inspectImage(key)),
        }));
      },
      discard: ({ stored }) => media.discard(stored),
    },
    { files: ["blob"], textBytes: PICTURE_TEXT_BYTES },
  );
  const known = early as { fields: number; given: Replacement } | null;
  const replace = async (): Promise<PresentedItem> => {
    await states.assertActive(actor);
    const given = known?.fields === form.fields.size ? known.given : parseReplacement(form.fields);
    if (!form.file) throw invalid("blob", "Please choose a file.", "required");
    const { stored, inspected } = form.file.received;
    const { mimeType, width, height } = inspected;
    return service.replace(actor, workspace, given, { stored, facts: { mimeType, width, height } }, request.ip);
  };
  return replace().catch(async (error: unknown) => {
    if (form.file) await service.abandon(form.file.received.stored);
    throw error;
  });
}

/** Returns the number of bytes that the files of a form have at least: its announced length without the largest possible texts. */
function leastBytesOf(request: FastifyRequest): number {
  return Math.max(1, Number(request.headers["content-length"] ?? 0) - FORM_TEXT_BYTES);
}
