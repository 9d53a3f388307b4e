// Uploads an image and a video to a new server, as a user does, waits until everything that is made of them can be fetched, and exports the video.
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const PROCESSED_WITHIN_MS = 120_000;
const IMAGE = path.join(import.meta.dirname, "picture.png");
/** A second of VP9 and Opus in WebM, which the server has to encode as H.264 and AAC. */
const VIDEO = path.join(import.meta.dirname, "second.webm");
const ACCOUNT = { email: "check@example.test", password: "correct horse 7 battery", username: "Check" };

/** Sends a request and returns the content of the answer. @throws when it is refused */
async function call(url, options) {
  const answer = await fetch(url, options);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${options?.method ?? "GET"} ${url} was answered with ${answer.status}: ${text.slice(0, 400)}`);
  return JSON.parse(text).data;
}

/** Returns the bytes of an address of the server. */
async function bytesOf(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}.`);
  return Buffer.from(await answer.arrayBuffer());
}

function upload(api, headers, kind, name, bytes, type) {
  const body = new FormData();
  body.set("fullFileName", name);
  body.set("file", new Blob([bytes], { type }), name);
  return call(`${api}/workspace/personal/files/${kind}`, { method: "POST", headers, body });
}

/** Repeats a request until its answer is complete. */
async function until(what, ask, isComplete) {
  const end = performance.now() + PROCESSED_WITHIN_MS;
  let last;
  do {
    last = await ask();
    if (last.failure) throw new Error(`${what}: ${last.failure}`);
    if (isComplete(last)) return last;
    await sleep(300);
  } while (performance.now() < end);
  throw new Error(`${what} is not complete: ${JSON.stringify(last).slice(0, 1_000)}`);
}

/** Converts the video to every format that users can export. Each needs other parts of the video program. */
async function exportAll(server, headers, video) {
  const exportsAt = `${server}/api/v1/items/${video.id}/exports`;
  for (const format of ["mp4", "webm", "gif", "webp", "mp3", "wav", "png"]) {
    const options = { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify({ format }) };
    const { id } = await call(exportsAt, options);
    const { downloadUrl, size } = await until(
      `The export as ${format}`,
      () => call(`${exportsAt}/${id}`, { headers }),
      ({ state }) => state === "ready",
    );
    const bytes = await bytesOf(new URL(downloadUrl, server));
    if (bytes.length === 0 || bytes.length !== size)
      throw new Error(`The export as ${format} has ${bytes.length} bytes instead of ${size}.`);
  }
}

/**
 * Uploads both files. Waits for the thumbnails, for the version of the video that every browser plays, and for its exports.
 * @param server address of a new server whose process also runs jobs
 */
export async function uploadBoth(server) {
  const api = `${server}/api/v1`;
  const json = { "content-type": "application/json" };
  const { idToken } = await call(`${api}/auth/register`, { method: "POST", headers: json, body: JSON.stringify(ACCOUNT) });
  const headers = { authorization: `Bearer ${idToken}` };
  const image = await upload(api, headers, "image", "picture.png", readFileSync(IMAGE), "image/png");
  const video = await upload(api, headers, "video", "second.webm", readFileSync(VIDEO), "video/webm");
  const imageAt = `${api}/workspace/personal/files/image/${image.id}`;
  const { thumbnailUrl } = await until(
    "The image",
    () => call(imageAt, { headers }),
    (item) => item.thumbnailUrl && item.placeholder,
  );
  await bytesOf(new URL(thumbnailUrl, server));
  const playbackAt = `${api}/items/${video.id}/playback`;
  const isEncoded = ({ sources, posterUrl, storyboard, progress }) =>
    progress === null && posterUrl && storyboard && sources.some(({ mimeType }) => mimeType.startsWith("video/mp4"));
  const { sources, posterUrl } = await until("The video", () => call(playbackAt, { headers }), isEncoded);
  await bytesOf(new URL(posterUrl, server));
  const mp4 = await bytesOf(new URL(sources.find(({ mimeType }) => mimeType.startsWith("video/mp4")).url, server));
  if (mp4.toString("latin1", 4, 8) !== "ftyp" || !mp4.includes("avc1") || !mp4.includes("mp4a"))
    throw new Error("The encoded video is not H.264 and AAC in MP4.");
  await exportAll(server, headers, video);
}
