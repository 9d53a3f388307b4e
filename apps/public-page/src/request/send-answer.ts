/** Bytes of one request. A reload or a lost connection repeats at most these. */
const CHUNK_BYTES = 1024 * 1024;
/** Pauses after failures of the connection or of the server, in milliseconds. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000] as const;

/** A refusal of the server that a repetition does not change. */
export class SendError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A file with what the server needs to know about it. */
export interface Sending {
  file: Blob;
  metadata: Readonly<Record<string, string>>;
  onProgress(sentBytes: number): void;
  /** Reports whether the connection is lost. Sending continues when it is back. */
  onWaiting(isWaiting: boolean): void;
  signal: AbortSignal;
}

const encoded = (metadata: Readonly<Record<string, string>>): string =>
  Object.entries(metadata)
    .filter(([, value]) => value !== "")
    .map(([key, value]) => `${key} ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}`)
    .join(",");

/** A response that a repetition may change. */
class Interrupted extends Error {}

/** Sends a request of tus. @throws SendError, Interrupted */
async function ask(url: string, init: RequestInit): Promise<Response> {
  const headers = { "tus-resumable": "1.0.0", ...(init.headers as Record<string, string>) };
  const answer = await fetch(url, { ...init, headers }).catch(() => null);
  if (answer?.ok) return answer;
  init.signal?.throwIfAborted();
  // 423: an interrupted request still has the lock. 409 and 460: the offset is read again.
  if (answer === null || answer.status >= 500 || [404, 409, 423, 429, 460].includes(answer.status)) {
    const failure = answer === null ? null : await failureOf(answer);
    if (failure !== null && ["request-full", "storage-full", "upload-conflict", "quota-exceeded"].includes(failure.code)) throw failure;
    throw new Interrupted();
  }
  throw await failureOf(answer);
}

async function failureOf(answer: Response): Promise<SendError> {
  const body = (await answer.json().catch(() => ({}))) as { code?: string; message?: string };
  return new SendError(body.code ?? "internal", body.message ?? "");
}

/** Creates the upload, or finds it by its id, and sends the rest. A repetition finds what has arrived. */
async function attempt({ file, metadata, onProgress, onWaiting, signal }: Sending): Promise<void> {
  const created = await ask("/uploads", {
    method: "POST",
    headers: { "upload-length": String(file.size), "upload-metadata": encoded(metadata) },
    signal,
  });
  const url = created.headers.get("location") ?? "";
  let offset = Number(created.headers.get("upload-offset") ?? 0);
  onWaiting(false);
  onProgress(offset);
  // An upload with all bytes completes when its offset is read.
  if (offset >= file.size) await ask(url, { method: "HEAD", signal });
  while (offset < file.size) {
    const answer = await ask(url, {
      method: "PATCH",
      headers: { "content-type": "application/offset+octet-stream", "upload-offset": String(offset) },
      body: file.slice(offset, offset + CHUNK_BYTES),
      signal,
    });
    offset = Number(answer.headers.get("upload-offset") ?? offset);
    onProgress(offset);
  }
}

/** Sends a file to a request. It continues after lost connections and restarts of the server. @throws SendError */
export async function sendAnswer(sending: Sending): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt({
        ...sending,
        onProgress(bytes) {
          failures = 0;
          sending.onProgress(bytes);
        },
      });
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      sending.onWaiting(true);
      const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 8_000;
      await new Promise((resolve) => setTimeout(resolve, pause));
      sending.signal.throwIfAborted();
    }
  }
}

/** Deletes an upload that is not continued, so that its position is free. */
export async function dropUpload(uploadId: string): Promise<void> {
  await fetch(`/uploads/${uploadId}`, { method: "DELETE", headers: { "tus-resumable": "1.0.0" } }).catch(() => undefined);
}
