import { isApiError } from "@stillreel/client";
import { getUserData, replaceImage, uploadImage, type AnnotationDocument } from "@stillreel/contract";
import { client } from "../../platform/api.ts";
import { sendForm } from "../../platform/send-form.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { PERSONAL } from "../../entities/spaces/space-ref.ts";
import { withEnding } from "./annotation.ts";

/** An annotated picture: flattened, base and document. */
export interface Annotated {
  item: ItemView;
  /** Picture with annotations, visible to every reader. */
  flat: Blob;
  /** Picture without annotations. */
  base: Blob;
  document: AnnotationDocument;
  keepsOriginal: boolean;
  onProgress: (share: number) => void;
}

/**
 * Replaces the picture behind the item's link. With a `baseVersion` a concurrent change is refused (`edit-conflict`); null
 * replaces any version.
 */
export function replaceByAnnotated({ item, flat, document, keepsOriginal, onProgress }: Annotated, baseVersion: number | null) {
  const form = new FormData();
  form.set("refName", item.refName);
  // The folder is not sent: the item may have been moved meanwhile.
  form.set("markers", JSON.stringify(document));
  form.set("keepOriginal", String(keepsOriginal));
  if (baseVersion !== null) form.set("baseVersion", String(baseVersion));
  form.set("blob", flat, withEnding(item.fullFileName, endingOf(flat)));
  return send("PUT", client.url(replaceImage, { params: { workspaceId: item.workspaceId } }), form, onProgress);
}

/** Creates a new item with its own link: beside the item, or at the root of the personal space. */
export function addAnnotated(
  { item, flat, base, document, keepsOriginal, onProgress }: Annotated,
  position: "beside" | "own-root",
  title: string,
): Promise<ItemView> {
  const form = new FormData();
  form.set("title", title);
  form.set("fullFileName", withEnding(item.fullFileName, endingOf(flat)));
  form.set("folderId", position === "beside" ? (item.parentId ?? "") : "");
  if (item.pageUrl) form.set("pageUrl", item.pageUrl);
  if (item.capture) form.set("capture", JSON.stringify(item.capture));
  if (keepsOriginal) form.set("markers", JSON.stringify(document));
  form.set("file", flat, withEnding(item.fullFileName, endingOf(flat)));
  if (keepsOriginal) form.set("original", base, withEnding(item.fullFileName, endingOf(base)));
  const workspaceId = position === "beside" ? item.workspaceId : PERSONAL;
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
    // The client opens the login page; the draft is restored afterwards.
    if (isApiError(error, "unauthenticated")) await client.call(getUserData).catch(() => {});
    throw error;
  }
}

const endingOf = ({ type }: Blob): string => (type === "image/jpeg" ? "jpg" : (type.split("/")[1] ?? "png"));
