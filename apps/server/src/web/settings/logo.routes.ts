import { API_BASE, LOGO_MAX_BYTES, uploadServerLogo } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import type { Media } from "../../media/media/index.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import { implement, signedIn } from "../../platform/http/implement.ts";
import { acceptForms, readForm } from "../../platform/http/multipart.ts";
import { changerOf } from "./settings.routes.ts";
import type { SettingsService } from "./settings.service.ts";

const tooLarge = (cause: AppError): AppError =>
  new AppError("file-too-large", { message: `The file exceeds the maximum size of ${LOGO_MAX_BYTES / 1024} KB.`, cause });

/** Registers the upload of the logo, and its address, which every page and mail contains. */
export function logoRoutes(app: FastifyInstance, { settings, media }: { settings: SettingsService; media: Pick<Media, "emblems"> }): void {
  acceptForms(app);

  implement(app, uploadServerLogo, { needs: "server.admin" }, async (_args, { actor, request, reply }) => {
    const form = await readForm(request, reply, LOGO_MAX_BYTES, {
      receive: ({ body }) => media.emblems.convert(body, { maxBytes: LOGO_MAX_BYTES, shape: "logo" }),
      discard: async () => {},
    }).catch((error: unknown) => {
      throw error instanceof AppError && error.code === "file-too-large" ? tooLarge(error) : error;
    });
    if (!form.file) throw invalid("file", "Please choose a file.", "required");
    return settings.setLogo(changerOf(signedIn(actor), request), form.file.received);
  });

  app.get<{ Params: { logoId: string } }>(`${API_BASE}/logo/:logoId`, { config: { needs: "public" } }, async ({ params }, reply) =>
    reply
      .type("image/webp")
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("content-security-policy", "sandbox; default-src 'none'")
      .send(settings.logo(params.logoId)),
  );
}
