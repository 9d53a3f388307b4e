import { ApiError, openEnvelope } from "@stillreel/client";
import { getImage, getVideo } from "@stillreel/contract";
import { DetailedError, Upload, type HttpResponse } from "tus-js-client";
import { CALL_HEADERS, client } from "../../platform/api.ts";
import type { ItemView } from "../items/item-list.ts";
import { sendDirect } from "./send-direct.ts";
import { PAUSED, safeFileName, type SendHooks, type SendJob } from "./sending.ts";

const PIECE_BYTES = 8 * 1024 * 1024;
/** Retry delays after a network error in milliseconds: about 90 s in total; then the upload waits for the network. */
const RETRY_PAUSES_MS = [500, 1000, 3000, 5000, 10_000, 20_000, 30_000];

/** Whether the store could not be reached from this page. Then the server receives all parts. */
let isStoreAway = false;

/** Result of a resumable upload. */
export interface PiecesResult {
  item: ItemView | null;
  importId: string | null;
}

/** Uploads a file by the tus protocol. Resumes at the stored offset when its address is known. */
export async function sendInPieces(job: SendJob, folderId: string | null, hooks: SendHooks): Promise<PiecesResult> {
  hooks.signal.throwIfAborted();
  const made = await transfer(job, folderId, hooks);
  return { item: made.itemId ? await readItem(job, made.itemId) : null, importId: made.importId };
}

/** Sends the bytes and returns the id of the created object. */
async function transfer(
  { file, place, url }: SendJob,
  folderId: string | null,
  { signal, onProgress, onUrl }: SendHooks,
): Promise<{ itemId: string | null; importId: string | null }> {
  const made: { itemId: string | null; importId: string | null } = { itemId: null, importId: null };
  const note = (response: HttpResponse): void => {
    made.itemId = response.getHeader("Item-Id") ?? made.itemId;
    made.importId = response.getHeader("Import-Id") ?? made.importId;
    isOffered = response.getHeader("Upload-Direct") === "1";
  };
  let isOffered = false;
  const name = safeFileName(file.name);
  await new Promise<void>((resolve, reject) => {
    /** Sends to the store what it may receive, then continues by tus from the new offset. */
    const detour = async (url: string): Promise<void> => {
      mayGoDirect = false;
      await upload.abort(false);
      isStoreAway = (await sendDirect(url, file, { signal, onProgress })) === "store-away";
      if (!signal.aborted) upload.start();
    };
    let mayGoDirect = true;
    const upload = new Upload(file, {
      endpoint: "/uploads",
      uploadUrl: url,
      chunkSize: PIECE_BYTES,
      retryDelays: RETRY_PAUSES_MS,
      headers: CALL_HEADERS,
      // Addresses are stored per row: by fingerprint two files with the same name would be merged.
      storeFingerprintForResuming: false,
      metadata: {
        workspaceId: place.workspaceId,
        folderId: folderId ?? "",
        type: place.kind,
        title: "",
        fullFileName: name,
        filename: name,
        filetype: file.type,
      },
      onProgress,
      onUploadUrlAvailable: () => {
        if (!upload.url) return;
        onUrl(upload.url);
        if (isOffered && mayGoDirect && !isStoreAway) detour(upload.url).catch(reject);
      },
      onAfterResponse: (_request, response) => note(response),
      onShouldRetry: (error) => canPass(error.originalResponse?.getStatus() ?? 0),
      onError: (error) => reject(signal.aborted ? signal.reason : toApiError(error)),
      onSuccess: () => resolve(),
    });
    signal.addEventListener(
      "abort",
      () => {
        reject(signal.reason);
        // Also terminates the upload on the server unless it is paused; otherwise the server's sweep deletes it later.
        upload.abort(signal.reason !== PAUSED).catch(() => {});
      },
      { once: true },
    );
    upload.start();
  });
  return made;
}

/** Reads the created item. The bytes have arrived, so an error here does not fail the upload. */
async function readItem({ place }: SendJob, itemId: string): Promise<ItemView | null> {
  try {
    return await client.call(place.kind === "video" ? getVideo : getImage, { params: { workspaceId: place.workspaceId, itemId } });
  } catch {
    return null;
  }
}

/** Terminates an upload on the server that started before a reload. The sweep deletes it if this fails. */
export async function endUpload(url: string): Promise<void> {
  await Upload.terminate(url, { headers: CALL_HEADERS, retryDelays: null }).catch(() => {});
}

/** Temporary errors: no response, a busy or restarting server, a piece that is still being written. */
const canPass = (status: number): boolean =>
  status === 0 || status === 409 || status === 423 || status === 429 || (status >= 500 && status !== 507);

/** Error codes for responses without the envelope. */
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
