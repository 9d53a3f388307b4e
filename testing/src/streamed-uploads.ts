import { randomBytes } from "node:crypto";
import type { ProcessUser } from "./process-user.ts";
import type { ServerProcess } from "./server-process.ts";

const TUS = { "tus-resumable": "1.0.0" };
const base64 = (text: string): string => Buffer.from(text).toString("base64");

async function create(server: ServerProcess, user: ProcessUser, length: number): Promise<URL> {
  const created = await fetch(`${server.url}/uploads`, {
    method: "POST",
    headers: {
      ...user.headers,
      ...TUS,
      "upload-length": String(length),
      "upload-metadata": `fullFileName ${base64("long.mp4")},type ${base64("video")}`,
    },
  });
  if (created.status !== 201) throw new Error(`An upload answered ${created.status}: ${await created.text()}`);
  return new URL(created.headers.get("location") ?? "", server.url);
}

async function send(url: URL, user: ProcessUser, bytes: number): Promise<number> {
  const chunk = new Uint8Array(randomBytes(64 * 1024));
  let left = bytes;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(chunk.subarray(0, Math.min(left, chunk.length)));
      left -= Math.min(left, chunk.length);
      if (left === 0) controller.close();
    },
  });
  const headers = { ...user.headers, ...TUS, "content-type": "application/offset+octet-stream", "upload-offset": "0" };
  const answer = await fetch(url, { method: "PATCH", headers, body, duplex: "half" } as RequestInit);
  if (answer.status !== 204) throw new Error(`A part of an upload answered ${answer.status}: ${await answer.text()}`);
  return Number(answer.headers.get("upload-offset"));
}

/**
 * Sends `bytes` of each of `count` parallel uploads as fast as the server reads them. Each is announced as twice as long, so that no file
 * is processed. Returns the acknowledged lengths.
 */
export async function streamUploads(server: ServerProcess, user: ProcessUser, count: number, bytes: number): Promise<number[]> {
  const urls = await Promise.all(Array.from({ length: count }, () => create(server, user, 2 * bytes)));
  return Promise.all(urls.map((url) => send(url, user, bytes)));
}
