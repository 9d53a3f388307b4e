import type { FastifyInstance } from "fastify";

/** Origin of extensions in Chromium browsers. No other foreign origin may read responses. */
const EXTENSION_ORIGIN = /^chrome-extension:\/\/[a-p]{32}$/u;
const ALLOWED_HEADERS =
  "idToken, refreshToken, Authorization, Content-Type, Tus-Resumable, Upload-Length, Upload-Offset, Upload-Metadata, Upload-Defer-Length, Upload-Checksum, Upload-Concat, X-HTTP-Method-Override, Idempotency-Key";
const EXPOSED_HEADERS =
  "idToken, Retry-After, Location, Content-Disposition, Tus-Resumable, Tus-Version, Tus-Extension, Tus-Max-Size, Tus-Checksum-Algorithm, Upload-Offset, Upload-Length, Upload-Defer-Length, Upload-Metadata, Upload-Expires, Item-Id, Import-Id, Share-Url, X-Request-Id";

/**
 * Lets the browser extension call the API with tokens in headers. Cookies are never sent on these requests
 * (no credentials), so a foreign extension gains nothing.
 */
export function allowExtensions(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    const origin = request.headers.origin;
    if (origin === undefined || !(request.url.startsWith("/api/") || request.url.startsWith("/uploads"))) return done();
    const headers: Record<string, string> = { vary: "Origin" };
    if (EXTENSION_ORIGIN.test(origin)) {
      headers["access-control-allow-origin"] = origin;
      headers["access-control-expose-headers"] = EXPOSED_HEADERS;
    }
    const isPreflight = request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined;
    if (isPreflight && EXTENSION_ORIGIN.test(origin)) {
      headers["access-control-allow-methods"] = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
      headers["access-control-allow-headers"] = ALLOWED_HEADERS;
      headers["access-control-max-age"] = "7200";
    }
    void reply.headers(headers);
    // Resumable uploads bypass Fastify.
    if (request.url.startsWith("/uploads")) for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
    if (isPreflight) void reply.code(204).send();
    else done();
  });
}
