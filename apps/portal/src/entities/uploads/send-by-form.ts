import { uploadImage } from "@stillreel/contract";
import { client } from "../../platform/api.ts";
import { sendForm } from "../../platform/send-form.ts";
import type { ItemView } from "../items/item-list.ts";
import { safeFileName, type SendHooks, type SendJob } from "./sending.ts";

/** Uploads an image as a form. */
export function sendByForm({ file, place, key }: SendJob, folderId: string | null, { signal, onProgress }: SendHooks): Promise<ItemView> {
  const name = safeFileName(file.name);
  const form = new FormData();
  form.set("fullFileName", name);
  form.set("folderId", folderId ?? "");
  // Last, so that the server has all other fields before the bytes.
  form.set("file", file, name);
  return sendForm<ItemView>({
    method: "POST",
    url: client.url(uploadImage, { params: { workspaceId: place.workspaceId } }),
    form,
    signal,
    headers: { "idempotency-key": key },
    onProgress: (sentBytes) => onProgress(Math.min(sentBytes, file.size)),
  });
}
