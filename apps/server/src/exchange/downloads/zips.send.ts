import { open as openCallback, read as readCallback, close as closeCallback } from "node:fs";
import type { ServerResponse } from "node:http";
import { promisify } from "node:util";
import { STALL_MS, writePiece } from "../../platform/http/write-piece.ts";

const open = promisify(openCallback);
const close = promisify(closeCallback);
const read = promisify(readCallback);

const PIECE = 256 * 1024;

/**
 * Reads a file through one reused buffer. Each chunk is valid only until the next one is requested, which {@link sendAll}
 * does after the chunk was written. A file of one gigabyte then needs no more memory than a picture.
 */
export async function* readThrough(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const descriptor = await open(path, "r");
  try {
    const buffer = Buffer.allocUnsafeSlow(PIECE);
    for (;;) {
      const { bytesRead } = await read(descriptor, buffer, 0, PIECE, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await close(descriptor);
  }
}

/**
 * Sends a body in chunks after its headers. An error destroys the connection, so that a partial body is not taken for
 * complete.
 */
export async function sendAll(response: ServerResponse, body: AsyncIterable<Uint8Array>): Promise<void> {
  response.setTimeout(STALL_MS, () => response.destroy());
  try {
    if (response.destroyed) return;
    for await (const piece of body) await writePiece(response, piece);
    response.end();
  } catch (error) {
    response.destroy();
    throw error;
  }
}
