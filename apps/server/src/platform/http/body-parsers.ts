import type { FastifyInstance } from "fastify";
import { AppError } from "./app-error.ts";
import { drain } from "./multipart.ts";

/** Largest JSON body, in bytes, where a route does not say otherwise. */
export const JSON_BODY_MAX = 1024 * 1024;
/** A JSON body is small: who needs longer to send one holds a connection for nothing. */
const JSON_BODY_TIMEOUT_MS = 30_000;

/** JSON is the only body that all routes read; forms and uploads are let in by the scopes that stream them. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("remove", "remove");
  app.addContentTypeParser("application/json", { parseAs: "string", bodyLimit: JSON_BODY_MAX }, (request, body, done) => {
    // Calls whose body may be left out are often sent with the content type all the same.
    if (body.length === 0) done(null, undefined);
    else void parseJson(request, body as string, done);
  });
  // A body of no bytes is none, whatever it is called: that is how many clients send a POST without one.
  app.addContentTypeParser("*", (request, _payload, done) =>
    request.headers["content-length"] === "0" ? done(null, undefined) : done(new AppError("unsupported-media-type")),
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
