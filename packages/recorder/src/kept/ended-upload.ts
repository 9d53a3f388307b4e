import { type Client, createClient } from "@stillreel/client";
import { API_BASE, getVideo, purgeVideo } from "@stillreel/contract";
import type { Destination, RecorderPorts } from "../ports.ts";
import type { UploadNames } from "../sending/sender.ts";
import type { RecordingMeta } from "../store/store.types.ts";

/** How long the server may take to say what it has, in milliseconds. */
const ASK_MS = 15_000;

const clientOf = (ports: RecorderPorts, { url }: Destination, signIn: Readonly<Record<string, string>>): Client =>
  createClient({ baseUrl: new URL(API_BASE, url).href, fetch: ports.fetch, headers: () => ({ ...signIn }), retryDelays: [] });

/** A video that the server made of a recording without us. */
export interface EndedUpload {
  bytes: number;
  /** What it became: in its maker's own library, where its place was closed to them meanwhile. */
  names: UploadNames;
}

const HOME = "personal";
/** The space in which something that was made of a recording lies. */
export const spaceOf = ({ home }: { home?: boolean | undefined }, { order }: RecordingMeta): string => (home ? HOME : order.workspaceId);

/**
 * What the server made of a recording without us, because nobody went on with it for a day. Null while it waits for us, or knows
 * nothing of it, or cannot be asked.
 */
export async function endedUpload(ports: RecorderPorts, meta: RecordingMeta, destination: Destination): Promise<EndedUpload | null> {
  const { upload } = meta;
  const signIn = upload && (await ports.headers(destination));
  if (!upload || !signIn) return null;
  const signal = AbortSignal.timeout(ASK_MS);
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
    // Some time after its end the upload is forgotten; the video is not.
    const client = clientOf(ports, destination, signIn);
    const params = { workspaceId: spaceOf(upload, meta), itemId: upload.itemId };
    const { stage, size } = await client.call(getVideo, { params }, { signal });
    return stage === "recording" || stage === "uploading" ? null : { bytes: size, names: upload };
  } catch {
    // Not reached, or neither upload nor video is there.
    return null;
  }
}

/** What the server calls it by now: another item than we knew of is the one that came home. */
function namesIn({ headers }: Response, known: UploadNames): UploadNames {
  const [itemId, shareUrl] = [headers.get("item-id"), headers.get("share-url")];
  return itemId === null || shareUrl === null || itemId === known.itemId ? known : { url: known.url, itemId, shareUrl, home: true };
}

/** Removes the video that the server made of a recording without us, if it did: who discards a recording means that, too. */
export async function removeEnded(ports: RecorderPorts, meta: RecordingMeta, destination: Destination): Promise<void> {
  const ended = await endedUpload(ports, meta, destination);
  const signIn = ended && (await ports.headers(destination));
  if (!ended || !signIn) return;
  await clientOf(ports, destination, signIn)
    .call(purgeVideo, { params: { workspaceId: spaceOf(ended.names, meta) }, query: { videoId: ended.names.itemId } })
    .catch(() => {});
}
