import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

/** Minimum upload rate in bytes per second. It is below the speed of any usable connection. */
const MIN_BYTES_PER_S = 64;
const CHECK_EVERY_MS = 20_000;

/**
 * Returns whether the server waits for bytes of this body. Unread buffered bytes mean that the client waits for the
 * server.
 */
const isAwaited = (raw: IncomingMessage): boolean => !raw.complete && !raw.destroyed && raw.readableLength === 0;

/**
 * Disconnects clients that send a body too slowly, because each holds a connection and an open file. Stored data is
 * removed as for any aborted body, and a resumable upload can continue at its offset.
 * One check every 20 s covers all bodies in flight. Answered requests cost nothing more.
 */
export function cutOffSlowBodies(app: FastifyInstance, { everyMs = CHECK_EVERY_MS } = {}): void {
  /** Bytes received on the connection at the last check, or null for bodies that started after it. */
  const seen = new Map<IncomingMessage, number | null>();
  app.addHook("onRequest", (request, _reply, done) => {
    const { raw } = request;
    if (!raw.complete && (raw.headers["content-length"] !== undefined || raw.headers["transfer-encoding"] !== undefined)) {
      seen.set(raw, null);
      raw.once("close", () => seen.delete(raw));
    }
    done();
  });
  const timer = setInterval(() => {
    for (const [raw, before] of seen) {
      const now = raw.socket.bytesRead;
      seen.set(raw, now);
      if (before !== null && isAwaited(raw) && now - before < (MIN_BYTES_PER_S * everyMs) / 1_000) raw.destroy();
    }
  }, everyMs).unref();
  app.addHook("onClose", (_app, done) => {
    clearInterval(timer);
    done();
  });
}
