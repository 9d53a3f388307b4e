import { ApiError, openEnvelope } from "@stillreel/client";
import { CALL_HEADERS } from "./api.ts";

/** Target and callbacks of a form upload. */
export interface FormSending {
  method: "POST" | "PUT";
  url: string;
  form: FormData;
  signal?: AbortSignal;
  headers?: Readonly<Record<string, string>>;
  /** Receives the sent and total bytes of the form. */
  onProgress?: (sentBytes: number, totalBytes: number) => void;
}

/**
 * Sends a form and returns the data of the envelope. It uses XMLHttpRequest, because fetch reports no upload progress.
 * @throws {ApiError} for every failure; the signal's reason when it aborted
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
    request.addEventListener("error", () => reject(new ApiError({ status: 0, code: "offline", message: "We can't reach the server." })));
    request.addEventListener("abort", () => reject(signal?.reason));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
