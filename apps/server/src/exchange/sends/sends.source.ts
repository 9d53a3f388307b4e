import type { UserActor } from "../../platform/http/actor.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Items } from "../../library/items/index.ts";
import type { Shares } from "../../library/shares/index.ts";
import type { Media } from "../../media/media/index.ts";
import { mediaNameOf } from "../downloads/index.ts";

/** Services that the preparation of an item uses. */
export interface SourceDeps {
  ports: Pick<Ports, "publicUrl" | "storage">;
  items: Pick<Items, "readable" | "shown">;
  shares: Pick<Shares, "linkOf">;
  media: Pick<Media, "universal">;
}

type PresentedItem = Awaited<ReturnType<Items["shown"]>>;

/** The stored file of an item as its readers see it: images with their annotations, videos as MP4 if there is one. */
export interface OutgoingFile {
  name: string;
  mimeType: string;
  storageKey: string;
  sizeBytes: number;
}

/** An item with what is sent of it. */
export interface Outgoing {
  item: PresentedItem;
  /** Address for the recipients: the share link. Readers who may not create one send the address for members. */
  link: string;
  /** Null while the item has no complete file. */
  file: OutgoingFile | null;
}

/** An item that the caller may read. */
type FoundItem = Awaited<ReturnType<Items["readable"]>>;

/** Returns an item that may be sent. @throws AppError `not-found` */
export async function sendableItem({ items }: Pick<SourceDeps, "items">, actor: UserActor, itemId: string): Promise<FoundItem> {
  const found = await items.readable(actor, itemId);
  if (found.row.trashed_at !== null) throw new AppError("not-found");
  return found;
}

/** Prepares an item. Creates its link if necessary and permitted. */
export async function prepareItem(deps: SourceDeps, actor: UserActor, found: FoundItem, ip: string): Promise<Outgoing> {
  const { items, shares, ports } = deps;
  const item = await items.shown(actor, found);
  const site = ports.publicUrl();
  const made = item.shareUrl === null && item.permission.write ? await shares.linkOf({ actor, ip }, found.facts) : null;
  const link = item.shareUrl ?? (made ? `${site}/s/${made.slug}` : `${site}/items/${item.id}`);
  // Images have their file immediately; their thumbnails come later.
  const isStored = item.stage === "ready" || item.type === "image";
  return { item, link, file: isStored ? await fileOf(deps, item, found.row.storage_key) : null };
}

async function fileOf({ ports, media }: SourceDeps, item: PresentedItem, storageKey: string | null): Promise<OutgoingFile | null> {
  const universal = item.type === "video" ? await media.universal(item.id) : null;
  const key = universal?.storageKey ?? storageKey;
  if (key === null) return null;
  const mimeType = universal?.mimeType ?? item.mimeType;
  const { sizeBytes } = await ports.storage.stat(key);
  const name = mediaNameOf({ title: item.title, fullFileName: universal ? "" : item.fullFileName, mimeType });
  return { name, mimeType, storageKey: key, sizeBytes };
}

/** Reads a file into memory, for a form with one file. The caller has checked its size. */
export async function blobOf({ storage }: Pick<Ports, "storage">, { storageKey, mimeType }: OutgoingFile): Promise<Blob> {
  const { stream } = await storage.get(storageKey);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of stream) pieces.push(new Uint8Array(piece as Buffer));
  return new Blob(pieces, { type: mimeType });
}
