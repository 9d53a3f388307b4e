import { ApiError, openEnvelope } from "@stillreel/client";
import { getImage } from "@stillreel/contract";
import { DetailedError, Upload, type HttpResponse } from "tus-js-client";
import { client } from "../../api.ts";
import type { ItemView } from "../library/index.ts";
import { safeFileName, type SendHooks } from "./sending.ts";

const PIECE_BYTES = 8 * 1024 * 1024;
/** Pauses after a loss of the network, in milliseconds: about a minute and a half, then the row offers Retry. */
const RETRY_PAUSES_MS = [500, 1000, 3000, 5000, 10_000, 20_000, 30_000];

/**
 * Uploads a picture in pieces over the tus protocol. An upload that was cut off, even by closing the page, goes on
 * where it stood when the same file is chosen again: its address is kept in local storage until it is complete.
 */
export async function sendInPieces(file: File, { signal, onProgress }: SendHooks): Promise<ItemView | null> {
  signal.throwIfAborted();
  let itemId: string | undefined;
  const noteItem = (response: HttpResponse): void => {
    itemId = response.getHeader("Item-Id") ?? itemId;
  };
  await new Promise<void>((resolve, reject) => {
    const name = safeFileName(file.name);
    const upload = new Upload(file, {
      endpoint: "/uploads",
      chunkSize: PIECE_BYTES,
      retryDelays: RETRY_PAUSES_MS,
      removeFingerprintOnSuccess: true,
      metadata: {
        workspaceId: "personal",
        folderId: "",
        type: "image",
        title: "",
        fullFileName: name,
        filename: name,
        filetype: file.type,
      },
      onProgress,
      onAfterResponse: (_request, response) => noteItem(response),
      onShouldRetry: (error) => canPass(error.originalResponse?.getStatus() ?? 0),
      onError: (error) => reject(signal.aborted ? signal.reason : toApiError(error)),
      onSuccess: () => resolve(),
    });
    signal.addEventListener(
      "abort",
      () => {
        reject(signal.reason);
        // Ends the upload on the server too; if that cannot be told, its sweep finds the remains.
        upload.abort(true).catch(() => {});
      },
      { once: true },
    );
    void upload.findPreviousUploads().then((previous) => {
      const last = previous.at(-1);
      if (last) upload.resumeFromPreviousUpload(last);
      if (!signal.aborted) upload.start();
    }, reject);
  });
  if (itemId === undefined) return null;
  return client.call(getImage, { params: { workspaceId: "personal", itemId } });
}

/** Failures that pass by themselves: no answer, a busy or restarting server, a piece that is still being written. */
const canPass = (status: number): boolean =>
  status === 0 || status === 409 || status === 423 || status === 429 || (status >= 500 && status !== 507);

/** Statuses for answers that are not in the envelope. */
const CODES: Record<number, string> = {
  0: "offline",
  401: "unauthenticated",
  403: "forbidden",
  413: "file-too-large",
  415: "unsupported-file-type",
  422: "unreadable-file",
  507: "storage-full",
};

function toApiError(error: Error | DetailedError): ApiError {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  if (response) {
    try {
      openEnvelope(status, response.getBody());
    } catch (failure) {
      if (failure instanceof ApiError && failure.code !== "bad-answer" && failure.code !== "unavailable") return failure;
    }
  }
  return new ApiError({
    status,
    code: CODES[status] ?? (status >= 500 ? "unavailable" : "internal"),
    message: error.message,
    cause: error,
  });
}
