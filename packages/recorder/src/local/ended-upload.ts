import { type Client, createClient } from "@stillreel/client";
import { API_BASE, getVideo, purgeVideo } from "@stillreel/contract";
import type { Destination, RecorderPorts } from "../ports.ts";
import type { UploadNames } from "../sending/sender.ts";
import type { RecordingMeta } from "../store/store.types.ts";

/** Timeout of a request for the server's state, in milliseconds. */
const ASK_MS = 15_000;

const clientOf = (ports: RecorderPorts, { url }: Destination, signIn: Readonly<Record<string, string>>): Client =>
  createClient({ baseUrl: new URL(API_BASE, url).href, fetch: ports.fetch, headers: () => ({ ...signIn }), retryDelays: [] });

/** A video that the server created from a recording without the recorder. */
export interface EndedUpload {
  bytes: number;
  /** Ids of the video. It is in its maker's personal library when access to the save target was lost. */
  names: UploadNames;
}

const HOME = "personal";
/** Returns the space of a video that was created from a recording. */
export const spaceOf = ({ home }: { home?: boolean | undefined }, { order }: RecordingMeta): string => (home ? HOME : order.workspaceId);

/**
 * Returns the video that the server created after no client continued the upload for a day. Null while the server waits, when it
 * does not know the upload, when it cannot be reached, or when the request is aborted.
 */
export async function endedUpload(
  ports: RecorderPorts,
  meta: RecordingMeta,
  destination: Destination,
  ended?: AbortSignal,
): Promise<EndedUpload | null> {
  const { upload } = meta;
  const signIn = upload && (await ports.headers(destination));
  if (!upload || !signIn) return null;
  const late = AbortSignal.timeout(ASK_MS);
  const signal = ended ? AbortSignal.any([ended, late]) : late;
  try {
    const head = await ports.fetch(upload.url, {
      method: "HEAD",
      cache: "no-store",
      headers: { "tus-resumable": "1.0.0", ...signIn },
      signal,
    });
    if (head.ok) {
      const length = head.headers.get("upload-length");
      return length !== null && length === head.headers.get("upload-offset")
        ? { bytes: Number(length), names: namesIn(head, upload) }
        : null;
    }
    if (head.status !== 404 && head.status !== 410) return null;
    // The server deletes the upload some time after its end, but not the video.
    const client = clientOf(ports, destination, signIn);
    const params = { workspaceId: spaceOf(upload, meta), itemId: upload.itemId };
    const { stage, size } = await client.call(getVideo, { params }, { signal });
    return stage === "recording" || stage === "uploading" ? null : { bytes: size, names: upload };
  } catch {
    // Unreachable, or neither upload nor video exists.
    return null;
  }
}

/** Returns the current ids on the server. A different item than before is the one in the personal library. */
function namesIn({ headers }: Response, known: UploadNames): UploadNames {
  const [itemId, shareUrl] = [headers.get("item-id"), headers.get("share-url")];
  return itemId === null || shareUrl === null || itemId === known.itemId ? known : { url: known.url, itemId, shareUrl, home: true };
}

/** Removes the video that the server created from a discarded recording, if there is one. */
export async function removeEnded(ports: RecorderPorts, meta: RecordingMeta, destination: Destination): Promise<void> {
  const ended = await endedUpload(ports, meta, destination);
  const signIn = ended && (await ports.headers(destination));
  if (!ended || !signIn) return;
  await clientOf(ports, destination, signIn)
    .call(purgeVideo, { params: { workspaceId: spaceOf(ended.names, meta) }, query: { videoId: ended.names.itemId } })
    .catch(() => {});
}
