import { existsSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import { PREVIEW_WIDTH } from "@stillreel/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../http/app-error.ts";
import type { Ports } from "../../ports/index.ts";
import type { Auth } from "../auth/index.ts";
import { avatarUrl } from "../items/index.ts";
import type { Media } from "../media/index.ts";
import { mediaOf, type Opened, type OpenedRow, type Shares, shownCapture, unlockCookieOf } from "../shares/index.ts";
import { loadPageLanguages, type PageLanguage, wantedLanguage } from "./languages.ts";
import { APP_PREFIX, appScripts, loadPageAssets } from "./page-assets.ts";
import { createPublicPages, type PublicItem, type PublicVideo } from "./public-page.present.ts";

export interface PagesDeps {
  auth: Pick<Auth, "sessionHook">;
  shares: Pick<Shares, "bySlug" | "cookieOf">;
  media: Media;
  assetsDir: string;
  /** Where the built app of the public pages lies. */
  appDir: string;
  localesDir: string;
}

/** By which a page that waits learns, without reading it anew, that there is something else to show. */
const WAITING_HEADER = "x-waiting-for";

type PageRequest = FastifyRequest<{ Params: { slug: string }; Querystring: { lng?: unknown } }>;

const cookieOf = (header: string | undefined, name: string): string | undefined =>
  header?.includes(`${name}=`) ? new RegExp(`(?:^|;\\s*)${name}=([^;]*)`, "u").exec(header)?.[1] : undefined;

/** `/s/{slug}`: what somebody sees who was given a link. Rendered here, so that the picture shows before any script has run. */
export function publicPageRoutes(app: FastifyInstance, ports: Ports, deps: PagesDeps): void {
  const assets = loadPageAssets(deps.assetsDir);
  const languageOf = loadPageLanguages(deps.localesDir);
  const pages = createPublicPages({
    css: assets.css,
    scriptUrl: assets.script.path,
    app: appScripts(deps.appDir),
    publicUrl: ports.publicUrl,
  });
  const fontHint = `<${assets.preloadFont.path}>; rel=preload; as=font; type="font/woff2"; crossorigin`;

  /** Only browsers that carry a session cost a look at it. */
  const identify = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (cookieOf(request.headers.cookie, "refreshToken")) await deps.auth.sessionHook(request, reply);
    else request.actor = { kind: "anonymous" };
  };

  const language = (request: PageRequest): PageLanguage => {
    const query = typeof request.query.lng === "string" ? request.query.lng : undefined;
    return languageOf(
      wantedLanguage({ query, cookie: cookieOf(request.headers.cookie, "i18next"), acceptLanguage: request.headers["accept-language"] }),
    );
  };

  const open = (request: PageRequest): Promise<Opened> =>
    deps.shares.bySlug(request.params.slug, {
      actor: request.actor,
      unlockCookie: unlockCookieOf(request.headers.cookie, request.params.slug),
    });

  app.get("/s/:slug", async (request: PageRequest, reply) => {
    await identify(request, reply);
    const opened = await open(request);
    const signedIn = request.actor.kind === "user";
    const words = language(request);
    void reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "private, no-store")
      .header("x-robots-tag", "noindex, nofollow")
      .header("vary", "cookie, accept-language")
      .header("link", fontHint);
    if (!opened.ok) {
      if (opened.code === "password-required") return reply.code(403).send(pages.locked(request.params.slug, words, signedIn));
      if (!opened.awaits) return reply.code(404).send(pages.notFound(words, signedIn));
      void reply.header(WAITING_HEADER, opened.awaits.stage);
      return reply.send(pages.pending(opened.awaits, words, signedIn));
    }
    const { row, callerId, admission } = opened;
    if (admission !== null) void reply.header("set-cookie", deps.shares.cookieOf(row.slug, admission));
    const urls = mediaOf(deps.media, callerId, row);
    if (row.type === "image") {
      // A picture can be seen as soon as it has arrived.
      if (urls.sourceUrl !== null && row.stage !== "failed" && row.width !== null && row.height !== null) {
        const preview = urls.previewUrl === null ? null : { url: urls.previewUrl, width: PREVIEW_WIDTH };
        const picture = { ...publicItem(row, row.width, row.height), sourceUrl: urls.sourceUrl, preview };
        return reply.send(pages.picture(picture, words, signedIn));
      }
    } else if (row.stage === "ready" || row.stage === "processing" || (row.live && row.stage === "recording")) {
      return reply.send(pages.video(publicVideo(row, urls), words, signedIn));
    }
    if (row.stage !== "failed") void reply.header(WAITING_HEADER, row.stage);
    return reply.send(pages.pending(row, words, signedIn));
  });

  // A lasting address for link previews: it asks the link each time and leads to a signed one.
  app.get("/s/:slug/preview", async (request: PageRequest, reply) => {
    await identify(request, reply);
    const opened = await open(request);
    const urls = opened.ok ? mediaOf(deps.media, opened.callerId, opened.row) : undefined;
    const isPicture = opened.ok && opened.row.type === "image";
    return lead(reply, urls?.previewUrl ?? urls?.posterUrl ?? urls?.thumbnailLargeUrl ?? (isPicture ? urls?.sourceUrl : null));
  });

  // The same for the video itself, for places that play it beside the link.
  app.get("/s/:slug/video", async (request: PageRequest, reply) => {
    await identify(request, reply);
    const opened = await open(request);
    const isPlayable = opened.ok && opened.row.type === "video" && opened.row.stage === "ready";
    return lead(reply, isPlayable ? mediaOf(deps.media, opened.callerId, opened.row).sourceUrl : null);
  });

  void app.register(fastifyStatic, {
    root: path.join(deps.appDir, "assets"),
    prefix: APP_PREFIX,
    decorateReply: false,
    index: false,
    immutable: true,
    maxAge: "365d",
    preCompressed: true,
  });
  for (const file of assets.files) {
    app.get(file.path, async (_request, reply) =>
      reply.type(file.type).header("cache-control", "public, max-age=31536000, immutable").send(file.body),
    );
  }
}

/** What a page shows of any item. */
function publicItem(row: OpenedRow, width: number, height: number): PublicItem {
  return {
    slug: row.slug,
    itemId: row.item_id,
    title: row.title,
    width,
    height,
    placeholder: row.placeholder,
    ownerName: row.owner_name ?? "",
    ownerPhotoUrl: avatarUrl(row.owner_avatar),
    createdAt: row.created_at,
    description: row.description,
    likes: row.like_count,
    views: row.view_count,
    comments: row.comment_count,
    allowComments: row.allow_comments,
    allowDownload: row.allow_download,
    shown: shownCapture(row),
  };
}

/** The video of a page. One that is not made ready has no lasting file yet: its player asks what there is. */
function publicVideo(row: OpenedRow, urls: ReturnType<typeof mediaOf>): PublicVideo {
  return {
    ...publicItem(row, row.width ?? 0, row.height ?? 0),
    sourceUrl: row.stage === "ready" ? urls.sourceUrl : null,
    live: row.live && row.stage === "recording",
    posterUrl: urls.posterUrl,
    mimeType: row.playback_mime_type ?? row.mime_type,
    durationMs: row.duration_ms,
  };
}

/** Leads to a signed address; there is none for what does not open. */
function lead(reply: FastifyReply, target: string | null | undefined): FastifyReply {
  if (!target) throw new AppError("not-found");
  return reply.header("cache-control", "private, no-store").header("x-robots-tag", "noindex").redirect(target, 302);
}

/** Where style and script of the public pages lie: beside this file, or beside the bundle that it became part of. */
export function pageAssetsDir(): string {
  const bundled = path.join(import.meta.dirname, "assets", "pages");
  return existsSync(bundled) ? bundled : path.join(import.meta.dirname, "assets");
}
