import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { AppError } from "../../platform/http/app-error.ts";
import { withoutEmpty } from "../../platform/http/implement.ts";
import type { Media } from "../../media/media/index.ts";
import { mediaOf, type Shares } from "../../library/shares/index.ts";
import { presentOembed } from "./oembed.present.ts";

export interface OembedDeps {
  shares: Pick<Shares, "bySlug">;
  media: Media;
  publicUrl: () => string;
}

const Pixels = z.coerce.number().int().min(1).max(100_000);
const Query = z.object({
  url: z.string().max(2_048),
  format: z.string().max(20).default("json"),
  maxwidth: Pixels.optional(),
  maxheight: Pixels.optional(),
});

/** Returns the slug of a share page or embed URL. Null for other sites and other pages of this server. */
function slugOf(address: string, publicUrl: string): string | null {
  const url = URL.parse(address);
  if (url === null || url.origin !== new URL(publicUrl).origin) return null;
  return /^\/(?:s|embed)\/([^/]+)\/?$/u.exec(url.pathname)?.[1] ?? null;
}

/**
 * Registers `GET /api/oembed`, which describes how another site embeds the item behind a link. The other site's server
 * calls it, so it returns only public data. Protected, private and revoked links give the same response as unknown
 * ones.
 */
export function oembedRoutes(app: FastifyInstance, { shares, media, publicUrl }: OembedDeps): void {
  app.get("/api/oembed", { logLevel: "warn", config: { needs: "link.open" } }, async (request, reply) => {
    const asked = Query.safeParse(withoutEmpty(request.query));
    if (!asked.success) throw new AppError("bad-request");
    const { url, format, maxwidth: maxWidth, maxheight: maxHeight } = asked.data;
    if (format !== "json") throw new AppError("not-configured", { message: "Only format=json is offered here." });
    const slug = slugOf(url, publicUrl());
    if (slug === null) throw new AppError("bad-request", { message: "This is no address of a link of this server." });
    const opened = await shares.bySlug(slug, { actor: { kind: "anonymous" }, unlockCookie: undefined });
    if (!opened.ok) throw new AppError(opened.code === "link-removed" ? "link-removed" : "not-found");
    const { row, callerId } = opened;
    return reply
      .headers({ "cache-control": "private, no-store", "x-robots-tag": "noindex" })
      .send(presentOembed(publicUrl(), row, mediaOf(media, callerId, row), { maxWidth, maxHeight }));
  });
}
