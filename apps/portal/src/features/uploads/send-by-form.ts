import { ApiError, openEnvelope } from "@stillreel/client";
import { uploadImage } from "@stillreel/contract";
import { CALL_HEADERS, client } from "../../api.ts";
import type { ItemView } from "../library/index.ts";
import { safeFileName, type SendHooks, type SendJob } from "./sending.ts";

/** Uploads a picture as a form. XMLHttpRequest, as fetch tells nothing about progress. */
export function sendByForm({ file, place, key }: SendJob, folderId: string | null, { signal, onProgress }: SendHooks): Promise<ItemView> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const name = safeFileName(file.name);
    const form = new FormData();
    form.set("fullFileName", name);
    form.set("folderId", folderId ?? "");
    // Last, so that the server knows the rest when the bytes begin.
    form.set("file", file, name);

    const request = new XMLHttpRequest();
    request.open("POST", client.url(uploadImage, { params: { workspaceId: place.workspaceId } }));
    const headers = { accept: "application/json", "idempotency-key": key, ...CALL_HEADERS };
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value);
    request.upload.addEventListener("progress", (event) => onProgress(Math.min(event.loaded, file.size)));
    request.addEventListener("load", () => {
      try {
        resolve(openEnvelope(request.status, request.responseText, request.getResponseHeader("retry-after")) as ItemView);
      } catch (error) {
        reject(error);
      }
    });
    request.addEventListener("error", () => reject(new ApiError({ status: 0, code: "offline", message: "We cannot reach the server." })));
    request.addEventListener("abort", () => reject(signal.reason));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
