import { ApiError, openEnvelope } from "@stillreel/client";
import { CALL_HEADERS } from "./api.ts";

/** Where a form goes, and who hears of it. */
export interface FormSending {
  method: "POST" | "PUT";
  url: string;
  form: FormData;
  signal?: AbortSignal;
  headers?: Readonly<Record<string, string>>;
  /** Bytes of the whole form that have left, of those there are. */
  onProgress?: (sentBytes: number, totalBytes: number) => void;
}

/**
 * Sends a form and gives the envelope's data. XMLHttpRequest, as fetch tells nothing about progress.
 * @throws {ApiError} for every failure; the signal's reason when it fired
 */
export function sendForm<T>({ method, url, form, signal, headers, onProgress }: FormSending): Promise<T> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries({ accept: "application/json", ...headers, ...CALL_HEADERS })) {
      request.setRequestHeader(name, value);
    }
    if (onProgress) request.upload.addEventListener("progress", (event) => onProgress(event.loaded, event.total));
    request.addEventListener("load", () => {
      try {
        resolve(openEnvelope(request.status, request.responseText, request.getResponseHeader("retry-after")) as T);
      } catch (error) {
        reject(error);
      }
    });
    request.addEventListener("error", () => reject(new ApiError({ status: 0, code: "offline", message: "We cannot reach the server." })));
    request.addEventListener("abort", () => reject(signal?.reason));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
