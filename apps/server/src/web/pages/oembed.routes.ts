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

/** The slug of an address of a link's page, or of its frame. Null for addresses of other sites, and of other pages of ours. */
function slugOf(address: string, publicUrl: string): string | null {
  const url = URL.parse(address);
  if (url === null || url.origin !== new URL(publicUrl).origin) return null;
  return /^\/(?:s|embed)\/([^/]+)\/?$/u.exec(url.pathname)?.[1] ?? null;
}

/**
 * `GET /api/oembed`: how the item behind a link is shown on another site. Asked by that site's server, so it tells what everybody
 * with the link may know, and of links that are protected, private or dead no more than of any that never was.
 */
export function oembedRoutes(app: FastifyInstance, { shares, media, publicUrl }: OembedDeps): void {
  app.get("/api/oembed", { logLevel: "warn" }, async (request, reply) => {
    const asked = Query.safeParse(withoutEmpty(request.query));
    if (!asked.success) throw new AppError("bad-request");
    const { url, format, maxwidth: maxWidth, maxheight: maxHeight } = asked.data;
    if (format !== "json") throw new AppError("not-configured", { message: "Only format=json is offered here." });
    const slug = slugOf(url, publicUrl());
    if (slug === null) throw new AppError("bad-request", { message: "This is no address of a link of this server." });
    const opened = await shares.bySlug(slug, { actor: { kind: "anonymous" }, unlockCookie: undefined });
    if (!opened.ok) throw new AppError("not-found");
    const { row, callerId } = opened;
    return reply
      .headers({ "cache-control": "private, no-store", "x-robots-tag": "noindex" })
      .send(presentOembed(publicUrl(), row, mediaOf(media, callerId, row), { maxWidth, maxHeight }));
  });
}
