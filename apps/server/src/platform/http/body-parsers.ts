import type { FastifyInstance } from "fastify";
import { AppError } from "./app-error.ts";
import { drain } from "./multipart.ts";

/** Maximum size of a JSON body in bytes, unless the route sets another. */
export const JSON_BODY_MAX = 1024 * 1024;
/** Timeout for JSON bodies. They are small, so a slower client only holds a connection. */
const JSON_BODY_TIMEOUT_MS = 30_000;

/** Allows only JSON bodies for all routes. Scopes that stream forms and uploads allow these themselves. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("remove", "remove");
  app.addContentTypeParser("application/json", { parseAs: "string", bodyLimit: JSON_BODY_MAX }, (request, body, done) => {
    // Clients often send the content type even when they omit an optional body.
    if (body.length === 0) done(null, undefined);
    else void parseJson(request, body as string, done);
  });
  // An empty body counts as no body with any content type, because many clients send a POST without body like this.
  app.addContentTypeParser("*", (request, _payload, done) =>
    request.headers["content-length"] === "0"
      ? done(null, undefined)
      : done(new AppError("unsupported-media-type", { message: "Send JSON, with the content type application/json." })),
  );
  app.addHook("preParsing", async (request, reply, payload) => {
    if (!request.headers["content-type"]?.startsWith("application/json")) return payload;
    const announced = Number(request.headers["content-length"]);
    if (announced > JSON_BODY_MAX && announced > (request.routeOptions.bodyLimit ?? JSON_BODY_MAX)) {
      await drain(request.raw, reply);
      throw new AppError("body-too-large");
    }
    const timer = setTimeout(() => request.raw.destroy(), JSON_BODY_TIMEOUT_MS);
    const stop = (): void => clearTimeout(timer);
    payload.once("end", stop).once("close", stop).once("error", stop);
    return payload;
  });
}
