import { isApiError } from "@stillreel/client";
import { getUserData, replaceImage, uploadImage, type AnnotationDocument } from "@stillreel/contract";
import { client } from "../../platform/api.ts";
import { sendForm } from "../../platform/send-form.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { PERSONAL } from "../../entities/spaces/space-ref.ts";
import { withEnding } from "./annotation.ts";

/** A picture with what was drawn over it, flattened, and apart. */
export interface Annotated {
  item: ItemView;
  /** Picture and annotations in one: what everybody sees. */
  flat: Blob;
  /** The picture alone. */
  base: Blob;
  document: AnnotationDocument;
  keepsOriginal: boolean;
  onProgress: (share: number) => void;
}

/**
 * Puts the flattened picture behind the item's link. With a `baseVersion` it is refused (`edit-conflict`) when somebody was
 * faster; with null it replaces whatever is there.
 */
export function replaceByAnnotated({ item, flat, document, keepsOriginal, onProgress }: Annotated, baseVersion: number | null) {
  const form = new FormData();
  form.set("refName", item.refName);
  // Not its folder: it may have been moved while it was drawn on.
  form.set("markers", JSON.stringify(document));
  form.set("keepOriginal", String(keepsOriginal));
  if (baseVersion !== null) form.set("baseVersion", String(baseVersion));
  form.set("blob", flat, withEnding(item.fullFileName, endingOf(flat)));
  return send("PUT", client.url(replaceImage, { params: { workspaceId: item.workspaceId } }), form, onProgress);
}

/** Makes a new item of the same, with its own link: beside the item, or at the root of one's own space. */
export function addAnnotated(
  { item, flat, base, document, keepsOriginal, onProgress }: Annotated,
  place: "beside" | "own-root",
  title: string,
): Promise<ItemView> {
  const form = new FormData();
  form.set("title", title);
  form.set("fullFileName", withEnding(item.fullFileName, endingOf(flat)));
  form.set("folderId", place === "beside" ? (item.parentId ?? "") : "");
  if (item.pageUrl) form.set("pageUrl", item.pageUrl);
  if (item.capture) form.set("capture", JSON.stringify(item.capture));
  if (keepsOriginal) form.set("markers", JSON.stringify(document));
  form.set("file", flat, withEnding(item.fullFileName, endingOf(flat)));
  if (keepsOriginal) form.set("original", base, withEnding(item.fullFileName, endingOf(base)));
  const workspaceId = place === "beside" ? item.workspaceId : PERSONAL;
  return send("POST", client.url(uploadImage, { params: { workspaceId } }), form, onProgress, {
    "idempotency-key": crypto.getRandomValues(new Uint32Array(4)).join("-"),
  });
}

async function send(
  method: "POST" | "PUT",
  url: string,
  form: FormData,
  onProgress: (share: number) => void,
  headers?: Record<string, string>,
): Promise<ItemView> {
  try {
    return await sendForm<ItemView>({ method, url, form, headers, onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0) });
  } catch (error) {
    // The client leads to the login page; the draft is there when one comes back.
    if (isApiError(error, "unauthenticated")) await client.call(getUserData).catch(() => {});
    throw error;
  }
}

const endingOf = ({ type }: Blob): string => (type === "image/jpeg" ? "jpg" : (type.split("/")[1] ?? "png"));
