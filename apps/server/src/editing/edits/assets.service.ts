import { EDITED_MAX_S, type EditAsset } from "@stillreel/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Media, StoredBlob } from "../../media/media/index.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { drain, readForm } from "../../platform/http/multipart.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import type { EditsDeps } from "./edits.deps.ts";
import { editable } from "./edits.access.ts";
import * as showing from "./showing.repo.ts";
import type { SourceService } from "./sources.service.ts";
import { countAssets } from "./versions.repo.ts";

/** Maximum number of sounds and pictures of one video. */
const ASSETS_MAX = 50;
/** Maximum size of a sound in bytes: an hour of WAV in stereo. */
const SOUND_BYTES_MAX = 700_000_000;

/** What a file holds, by its content. */
type Content = { kind: "sound"; mimeType: string; duration: number } | { kind: "picture"; mimeType: string; width: number; height: number };

type Received = Content & { stored: StoredBlob };

/** A form request by a signed-in user. */
export interface AssetCall {
  actor: UserActor;
  request: FastifyRequest;
  reply: FastifyReply;
}

async function contentOf(media: Media, stored: StoredBlob, pictureBytesMax: number): Promise<Content> {
  try {
    const { mimeType, width, height } = await media.inspectImage(stored.storageKey);
    if (stored.sizeBytes > pictureBytesMax) throw new AppError("file-too-large");
    return { kind: "picture", mimeType, width, height };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "unsupported-file-type") throw error;
    const sound = await media.films.inspectSound(stored.storageKey);
    if (sound.duration > EDITED_MAX_S) throw new AppError("file-too-large");
    return { kind: "sound", ...sound };
  }
}

/** Stores a file and finds out what it holds. Nothing remains of a refused file. */
async function receive(media: Media, body: AsyncIterable<Uint8Array>, limits: { sound: number; picture: number }): Promise<Received> {
  const stored = await media.storeStream(body, { maxBytes: Math.max(limits.sound, limits.picture) });
  try {
    return { stored, ...(await contentOf(media, stored, limits.picture)) };
  } catch (error) {
    await media.discard(stored);
    throw error;
  }
}

/** Creates the service for the sounds and pictures that edits use. */
export function createAssets(ports: Ports, { items, media }: Pick<EditsDeps, "items" | "media">, sources: SourceService) {
  const { config, db, ids, clock, storage } = ports;
  const limits = {
    sound: Math.min(SOUND_BYTES_MAX, config.MAX_UPLOAD_BYTES),
    picture: Math.min(config.MAX_IMAGE_BYTES, config.MAX_UPLOAD_BYTES),
  };

  async function save(actor: UserActor, facts: { id: string; workspaceId: string }, name: string, received: Received): Promise<EditAsset> {
    const { id: itemId, workspaceId } = facts;
    const { stored, kind, mimeType } = received;
    const id = ids.id();
    const sizes = kind === "sound" ? { duration: received.duration } : { width: received.width, height: received.height };
    await db.transaction(async (tx) => {
      const ownerId = (await showing.findOwner(tx, itemId)) ?? actor.id;
      await items.quota.claim(tx, { ownerId, workspaceId }, stored.sizeBytes);
      if (!(await showing.lockItem(tx, itemId))) throw new AppError("not-found");
      if ((await countAssets(tx, itemId)) >= ASSETS_MAX)
        throw invalid("file", `At most ${ASSETS_MAX} sounds and pictures per video.`, "too-many");
      await media.insertBlob(tx, { ...stored, mimeType });
      await showing.insertFiles(tx, [{ id, itemId, kind, blobId: stored.id, name, ...sizes, createdAt: clock.now() }]);
    });
    const blob = { id: stored.id, key: stored.storageKey, mime: mimeType, bytes: stored.sizeBytes };
    const empty = { duration: null, width: null, height: null };
    return sources.presentAsset(actor.id, { id, kind, name, blob, ...empty, ...sizes });
  }

  /** Saves received bytes. Without a row they are deleted. */
  const saveOrDiscard: typeof save = (actor, facts, name, received) =>
    save(actor, facts, name, received).catch(async (error: unknown) => {
      if (!(await showing.isBlobKnown(db, received.stored.id).catch(() => true))) await media.discard(received.stored);
      throw error;
    });

  return {
    /**
     * Stores an uploaded sound or picture for the edits of a video. The content decides the type.
     * @throws AppError `unsupported-file-type`, `unreadable-file`, `file-too-large`, `quota-exceeded`, `validation-failed`
     */
    async add({ actor, request, reply }: AssetCall, itemId: string): Promise<EditAsset> {
      const facts = await editable(items, actor, itemId).catch(async (error: unknown) => {
        await drain(request.raw, reply);
        throw error;
      });
      const form = await readForm<Received>(request, reply, Math.max(limits.sound, limits.picture), {
        receive: ({ body }) => receive(media, body, limits),
        discard: ({ stored }) => media.discard(stored),
      });
      if (!form.file) throw invalid("file", "Please choose a file.", "required");
      const { received, fileName } = form.file;
      return saveOrDiscard(actor, facts, fileName, received);
    },

    /**
     * Copies the bytes of an image that the caller can read, as it is shown at present. The image may change or be deleted later.
     * @throws AppError `not-found` for everything but an image of the same space, `file-too-large`, `quota-exceeded`, `validation-failed`
     */
    async copy(actor: UserActor, itemId: string, sourceItemId: string): Promise<EditAsset> {
      const facts = await editable(items, actor, itemId);
      const { title, blob } = await sources.image(actor, facts, sourceItemId);
      const read = await storage.get(blob.key).catch((error: unknown) => {
        // The image was replaced or deleted since it was found.
        throw error instanceof StorageError && error.code === "not-found" ? new AppError("not-found") : error;
      });
      return saveOrDiscard(actor, facts, title, await receive(media, read.stream, limits));
    },
  };
}

export type Assets = ReturnType<typeof createAssets>;
