import { type Client, createClient } from "@stillreel/client";
import { API_BASE, getVideo, purgeVideo } from "@stillreel/contract";
import type { Destination, RecorderPorts } from "../ports.ts";
import type { RecordingMeta } from "../store/store.types.ts";

/** How long the server may take to say what it has, in milliseconds. */
const ASK_MS = 15_000;

const clientOf = (ports: RecorderPorts, { url }: Destination, signIn: Readonly<Record<string, string>>): Client =>
  createClient({ baseUrl: new URL(API_BASE, url).href, fetch: ports.fetch, headers: () => ({ ...signIn }), retryDelays: [] });

/**
 * Bytes of the video that the server made of a recording without us, because nobody went on with it for a day. Null while it waits
 * for us, or knows nothing of it, or cannot be asked.
 */
export async function endedBytes(ports: RecorderPorts, meta: RecordingMeta, destination: Destination): Promise<number | null> {
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
      return length !== null && length === head.headers.get("upload-offset") ? Number(length) : null;
    }
    if (head.status !== 404 && head.status !== 410) return null;
    // Some time after its end the upload is forgotten; the video is not.
    const client = clientOf(ports, destination, signIn);
    const params = { workspaceId: meta.order.workspaceId, itemId: upload.itemId };
    const { stage, size } = await client.call(getVideo, { params }, { signal });
    return stage === "recording" || stage === "uploading" ? null : size;
  } catch {
    // Not reached, or neither upload nor video is there.
    return null;
  }
}

/** Removes the video that the server made of a recording without us, if it did: who discards a recording means that, too. */
export async function removeEnded(ports: RecorderPorts, meta: RecordingMeta, destination: Destination): Promise<void> {
  if ((await endedBytes(ports, meta, destination)) === null) return;
  const signIn = await ports.headers(destination);
  if (!signIn || !meta.upload) return;
  const { workspaceId } = meta.order;
  await clientOf(ports, destination, signIn)
    .call(purgeVideo, { params: { workspaceId }, query: { videoId: meta.upload.itemId } })
    .catch(() => {});
}
