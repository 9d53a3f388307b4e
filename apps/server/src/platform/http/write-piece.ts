import type { ServerResponse } from "node:http";

/** A client that takes nothing for this long is cut off, in milliseconds. */
export const STALL_MS = 60_000;

/** Hands a piece to the socket, as the last one if so; resolves when it is on its way, rejects when the client is gone or takes nothing. */
export function writePiece(response: ServerResponse, piece: Uint8Array, isLast = false): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: Error | null): void => {
      response.off("close", gone);
      if (error) reject(error);
      else resolve();
    };
    const gone = (): void => done(new Error("The client went away."));
    response.once("close", gone);
    if (isLast) response.end(piece, () => done());
    else response.write(piece, done);
  });
}
