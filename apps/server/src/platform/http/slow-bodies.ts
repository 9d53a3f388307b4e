import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

/** Slower than any line that a person could upload on. */
const MIN_BYTES_PER_S = 64;
const LOOK_EVERY_MS = 20_000;

/** Whether more of this body is awaited from the client; what lies here unread waits for us, not for them. */
const isAwaited = (raw: IncomingMessage): boolean => !raw.complete && !raw.destroyed && raw.readableLength === 0;

/**
 * Cuts off who sends a body in drops: a connection costs a file handle and an open file. All that was stored of it is
 * cleared away as for any other body that was cut off; a resumable upload goes on where it was.
 * One look every 20 s at all bodies on their way; a request that was answered meanwhile costs nothing more.
 */
export function cutOffSlowBodies(app: FastifyInstance, { everyMs = LOOK_EVERY_MS } = {}): void {
  /** Bytes that had come on the connection at the last look; null for bodies that began since, which have not had their time. */
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
