import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { createExtensionZips } from "./extension.service.ts";

/** Download path of the extension, linked from the install guide. */
export const EXTENSION_ZIP_PATH = "/extension/stillreel.zip";

/** Returns the address for the extension: the configured one, or else the address of this request. */
function originOf(request: FastifyRequest, ports: Ports): string {
  if (ports.settings.current().publicUrl !== null) return ports.publicUrl();
  const address = `${request.protocol}://${request.host}`;
  if (!request.host || !URL.canParse(address)) throw new AppError("bad-request");
  return new URL(address).origin;
}

/** Registers the download of the extension. It is public, because the extension contains no secrets. */
export function extensionRoutes(app: FastifyInstance, ports: Ports, zips: ReturnType<typeof createExtensionZips>): void {
  app.get(EXTENSION_ZIP_PATH, { config: { needs: "public" } }, async (request, reply) => {
    const bytes = await zips.zipFor(originOf(request, ports));
    const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
    void reply.header("cache-control", "private, no-cache").header("etag", etag).header("vary", "Host");
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    return reply.type("application/zip").header("content-disposition", 'attachment; filename="stillreel.zip"').send(Buffer.from(bytes));
  });
}
