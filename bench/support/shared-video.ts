import { video } from "@stillreel/testing";

const READY_MAX_MS = 240_000;

/** A processed video with a link. */
export interface SharedVideo {
  itemId: string;
  /** Address of its public page. */
  url: string;
}

/** Uploads a video, waits until it is processed, and shares it. @throws Error when it is not ready in four minutes */
export async function sharedVideo(serverUrl: string, headers: Record<string, string>, seconds: number): Promise<SharedVideo> {
  const body = new FormData();
  const bytes = await video({ seconds, width: 1_920, height: 1_080, rate: 10 });
  body.append("file", new Blob([new Uint8Array(bytes)], { type: "video/mp4" }), "film.mp4");
  const sent = await fetch(`${serverUrl}/api/v1/workspace/personal/files/video`, { method: "POST", headers, body });
  const { data: item } = (await sent.json()) as { data: { id: string } };
  const deadline = performance.now() + READY_MAX_MS;
  for (;;) {
    const answer = await fetch(`${serverUrl}/api/v1/items/${item.id}/playback`, { headers });
    const { data } = (await answer.json()) as { data: { stage: string; progress: number | null } };
    if (data.stage === "ready" && data.progress === null) break;
    if (performance.now() > deadline) throw new Error(`The video was not made ready in time: ${data.stage}.`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  const share = await fetch(`${serverUrl}/api/v1/workspace/share/personal/${item.id}`, { headers });
  const { data } = (await share.json()) as { data: { slug: string } };
  return { itemId: item.id, url: `${serverUrl}/s/${data.slug}` };
}
