import type { ServerResponse } from "node:http";

/** Timeout in milliseconds for a client that reads no bytes of the response. */
export const STALL_MS = 60_000;

/**
 * Writes a piece to the socket, optionally as the last one. Resolves when the piece was accepted.
 * Rejects when the client disconnected or reads nothing until the timeout.
 */
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
