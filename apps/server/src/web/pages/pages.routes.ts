import { existsSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import { BOARD_PICTURE, PREVIEW_WIDTH } from "@stillreel/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";
import { declarePublic } from "../../platform/http/permissions.ts";
import { allowFraming } from "../../platform/http/security-headers.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { type Auth, avatarUrl, languageOfRequest } from "../../people/auth/index.ts";
import { visitorOf } from "../../access/visitors/index.ts";
import { logoPath } from "../../platform/settings/logo-path.ts";
import type { Requests } from "../../social/requests/index.ts";
import type { Live } from "../live/index.ts";
import type { Media } from "../../media/media/index.ts";
import { PLAYLIST_TYPE, playlistUrl } from "../../exchange/playback/index.ts";
import {
  type LinkPurpose,
  mediaOf,
  type Opened,
  type OpenedRow,
  type SharedMedia,
  type Shares,
  shownCapture,
} from "../../library/shares/index.ts";
import { pageLanguage } from "./languages.ts";
import { APP_PREFIX, appScripts, loadPageAssets, type PageAsset } from "./page-assets.ts";
import { createWaiting } from "./pages.waiting.ts";
import type { PageVisit, PublicItem, PublicVideo } from "./public-page.model.ts";
import { securityContactOf, securityText } from "./security-contact.ts";
import { createPublicPages, type PublicPages } from "./public-page.present.ts";

export interface PagesDeps {
  auth: Pick<Auth, "sessionHook"> & { accounts: Pick<Auth["accounts"], "get"> };
  shares: Pick<Shares, "bySlug" | "folders" | "cookiesOf">;
  requests: Pick<Requests, "page">;
  live: Pick<Live, "subscribeToItem" | "cursorHeader">;
  media: Media;
  assetsDir: string;
  /** Folder of the built app of the public pages. */
  appDir: string;
}

/** Header in which a page sends the stage it waits for. The response shows a change without a reload of the page. */
const WAITING_HEADER = "x-waiting-for";

/** Header with which an open page is read again after a change. It does not count as an opening of the link. */
const UPDATE_HEADER = "x-page-update";

/** Shown in place of a whiteboard that is not drawn yet. The page replaces it when the drawing exists. */
const BLANK_PICTURE = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='16' height='10'/%3E";

/** Number of items of the first page of a folder, and of each further one. */
const FOLDER_ITEMS = 60;

/** The query of a page: the language; for the link of a folder, a folder or item inside, and where the next items begin. */
interface PageQuery {
  lng?: unknown;
  folder?: unknown;
  item?: unknown;
  cursor?: unknown;
}

type PageRequest = FastifyRequest<{ Params: { slug: string }; Querystring: PageQuery }>;

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

const cookieOf = (header: string | undefined, name: string): string | undefined =>
  header?.includes(`${name}=`) ? new RegExp(`(?:^|;\\s*)${name}=([^;]*)`, "u").exec(header)?.[1] : undefined;

/** Creates the renderer of the pages. */
function createPages({ publicUrl, settings }: Ports, assets: ReturnType<typeof loadPageAssets>, appDir: string): PublicPages {
  const logo = (): { name: string; path: string } | null => {
    const current = settings.current();
    const path = logoPath(current);
    return path === null ? null : { name: current.serverName ?? "Stillreel", path };
  };
  return createPublicPages({
    css: assets.css,
    folderCss: assets.folderCss,
    requestCss: assets.requestCss,
    scriptUrl: assets.script.path,
    folderScriptUrl: assets.folderScript.path,
    app: appScripts(appDir),
    publicUrl,
    logo,
  });
}

/** Headers of all pages of links. */
const PRIVATE = { "cache-control": "private, no-store", "x-robots-tag": "noindex, nofollow" };

/** Returns the function that reads the session, only for browsers that send one. */
const identifyWith =
  (auth: PagesDeps["auth"]) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (cookieOf(request.headers.cookie, "refreshToken")) await auth.sessionHook(request, reply);
    else request.actor = { kind: "anonymous" };
  };

/**
 * Registers `/s/{slug}`, and `/embed/{slug}` for frames: the pages for visitors with a link. They are rendered on the
 * server, so that the picture appears before any script has run.
 */
export function publicPageRoutes(app: FastifyInstance, ports: Ports, deps: PagesDeps): void {
  const assets = loadPageAssets(deps.assetsDir);
  const pages = createPages(ports, assets, deps.appDir);
  const waiting = createWaiting(deps.live);

  const identify = identifyWith(deps.auth);
  const visitOf = visitsWith(ports, deps.auth);

  const open = (request: PageRequest, purpose: LinkPurpose): Promise<Opened> =>
    deps.shares.bySlug(request.params.slug, visitorOf(request, request.params.slug), purpose, textOf(request.query.item));

  /** Renders the page of a link, directly or in a frame of another site. */
  const show = (isFramed: boolean) => async (request: PageRequest, reply: FastifyReply) => {
    const cursor = deps.live.cursorHeader();
    await identify(request, reply);
    // A HEAD request with the awaited stage is answered once the stage has changed.
    const known = request.method === "HEAD" ? request.headers[WAITING_HEADER] : undefined;
    const purpose = request.method === "HEAD" ? "check" : "content";
    const opened = await (typeof known === "string"
      ? waiting.until(() => open(request, "check"), known, reply.raw)
      : open(request, purpose));
    const visit = await visitOf(request, isFramed);
    const language = { vary: "cookie, accept-language", link: assets.fontHints(visit.language.code) };
    void reply.type("text/html; charset=utf-8").headers({ ...PRIVATE, ...language });
    if (isFramed) allowFraming(reply);
    if (!opened.ok && opened.code === "not-found" && opened.awaits === null && !isFramed)
      if (await sendFolder(deps.shares, pages, { request, reply, visit })) return reply;
    if (!opened.ok) return refused(reply, pages, opened, request.params.slug, visit);
    const { row, callerId, admission } = opened;
    void reply.headers(cursor);
    if (admission !== null && purpose === "content") void reply.header("set-cookie", deps.shares.cookiesOf(row.slug, admission));
    const page = pageOf(pages, row, mediaOf(deps.media, callerId, row), visit);
    if (page !== null) return reply.send(page);
    if (row.stage !== "failed") void reply.header(WAITING_HEADER, row.stage);
    return reply.send(pages.pending(row, visit));
  };

  app.addHook("preClose", (done) => {
    waiting.close();
    done();
  });
  app.get("/s/:slug", { config: { needs: "link.open" } }, show(false));
  app.get("/embed/:slug", { config: { needs: "link.open" } }, show(true));
  app.get("/r/:slug", { config: { needs: "link.open" } }, async (request: PageRequest, reply) => {
    await identify(request, reply);
    const visit = await visitOf(request, false);
    void reply.header("link", assets.fontHints(visit.language.code));
    return sendRequest(deps.requests, pages, { request, reply, visit });
  });

  securityRoutes(app, ports, async (request, reply) => {
    await identify(request, reply);
    const visit = await visitOf(request, false);
    void reply.headers({ "cache-control": "private, no-store", vary: "cookie, accept-language" });
    void reply.header("link", assets.fontHints(visit.language.code));
    return pages.securityContact(securityContactOf(ports), visit);
  });
  redirectToMedia(app, deps, async (request, reply) => {
    await identify(request, reply);
    const opened = await open(request, "read");
    if (!opened.ok && opened.code === "link-removed") throw new AppError("link-removed");
    return opened;
  });
  serveFiles(app, deps.appDir, assets.files);
}

/** Sends the page of a folder, or of its refusal. Returns false when the link opens no folder. */
async function sendFolder(
  shares: PagesDeps["shares"],
  pages: PublicPages,
  { request, reply, visit }: { request: PageRequest; reply: FastifyReply; visit: PageVisit },
): Promise<boolean> {
  const { params, query } = request;
  if (textOf(query.item) !== undefined) return false;
  const { slug } = params;
  const cursor = textOf(query.cursor);
  const isShown = request.method !== "HEAD";
  const isVisit = cursor === undefined && request.headers[UPDATE_HEADER] === undefined;
  const purpose = !isShown ? "check" : isVisit ? "visit" : "content";
  const opened = await shares.folders.open(slug, visitorOf(request, slug), { folderId: textOf(query.folder) ?? null, purpose });
  if (!opened.ok && opened.code === "not-found") return false;
  if (!opened.ok) {
    refused(reply, pages, { ...opened, awaits: null }, slug, visit);
    return true;
  }
  if (opened.admission !== null && isShown) void reply.header("set-cookie", shares.cookiesOf(slug, opened.admission));
  if (cursor === undefined) reply.send(pages.folder(await shares.folders.present(opened, FOLDER_ITEMS), visit));
  else {
    const { id, name, link_folder_id: sharedId } = opened.row;
    const page = await shares.folders.items(opened, { cursor, limit: FOLDER_ITEMS });
    reply.send(pages.moreItems({ slug, name, innerId: id === sharedId ? null : id, page }, visit));
  }
  return true;
}

/** Sends the page on which visitors answer a request. */
async function sendRequest(
  requests: PagesDeps["requests"],
  pages: PublicPages,
  { request, reply, visit }: { request: PageRequest; reply: FastifyReply; visit: PageVisit },
): Promise<FastifyReply> {
  const { slug } = request.params;
  const headers = { "cache-control": "private, no-store", "x-robots-tag": "noindex, nofollow", vary: "cookie, accept-language" };
  void reply.type("text/html; charset=utf-8").headers(headers);
  const page = await requests.page(slug, visitorOf(request, slug)).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  });
  if (page === null) return reply.code(404).send(pages.notFound(visit));
  if (page.opened.state !== "open") return reply.code(410).send(pages.endedRequest(page.opened, visit));
  return reply.code(page.isLocked ? 403 : 200).send(pages.request(page, visit));
}

/** Sends the page of a link that does not open. */
function refused(
  reply: FastifyReply,
  pages: PublicPages,
  { code, awaits }: Extract<Opened, { ok: false }>,
  slug: string,
  visit: PageVisit,
): FastifyReply {
  if (code === "password-required") return reply.code(403).send(pages.locked(slug, visit));
  if (code === "link-removed") return reply.code(410).send(pages.removed(visit));
  if (!awaits) return reply.code(404).send(pages.notFound(visit, slug));
  void reply.header(WAITING_HEADER, awaits.stage);
  return reply.send(pages.pending(awaits, visit));
}

/** Registers the page of the security contact, and `security.txt`, which exists only with a contact. */
function securityRoutes(app: FastifyInstance, ports: Ports, page: (request: PageRequest, reply: FastifyReply) => Promise<string>): void {
  app.get("/security-contact", { config: { needs: "public" } }, async (request: PageRequest, reply) =>
    reply.type("text/html; charset=utf-8").send(await page(request, reply)),
  );
  app.get("/.well-known/security.txt", { config: { needs: "public" } }, async (_request, reply) => {
    const contact = securityContactOf(ports);
    if (contact === null) throw new AppError("not-found");
    const text = securityText(contact, ports.publicUrl(), ports.clock.now());
    return reply.type("text/plain; charset=utf-8").header("cache-control", "no-cache").send(text);
  });
}

/** Returns the function that describes the visit of an identified visitor. */
const visitsWith =
  ({ settings }: Ports, { accounts }: PagesDeps["auth"]) =>
  async (request: PageRequest, isFramed: boolean): Promise<PageVisit> => {
    return {
      language: pageLanguage(await languageOfRequest({ settings, accounts }, request)),
      signedIn: request.actor.kind === "user",
      canRegister: settings.current().registration.mode !== "closed",
      isFramed,
    };
  };

/** Registers permanent URLs that redirect to the media of a link. */
function redirectToMedia(
  app: FastifyInstance,
  deps: Pick<PagesDeps, "media">,
  open: (request: PageRequest, reply: FastifyReply) => Promise<Opened>,
): void {
  // A permanent URL for link previews. It checks the link each time and redirects to a signed URL.
  app.get("/s/:slug/preview", { config: { needs: "link.open" } }, async (request: PageRequest, reply) => {
    const opened = await open(request, reply);
    const urls = opened.ok ? mediaOf(deps.media, opened.callerId, opened.row) : undefined;
    const isPicture = opened.ok && opened.row.type === "image";
    return lead(reply, urls?.previewUrl ?? urls?.posterUrl ?? urls?.thumbnailLargeUrl ?? (isPicture ? urls?.sourceUrl : null));
  });

  // The same for the video, for sites that play it next to the link.
  app.get("/s/:slug/video", { config: { needs: "link.open" } }, async (request: PageRequest, reply) => {
    const opened = await open(request, reply);
    const isPlayable = opened.ok && opened.row.type === "video" && opened.row.stage === "ready";
    return lead(reply, isPlayable ? mediaOf(deps.media, opened.callerId, opened.row).sourceUrl : null);
  });
}

/** Serves the files of the pages: those of the app, and the small ones in memory. Their names contain their hashes. */
function serveFiles(app: FastifyInstance, appDir: string, files: readonly PageAsset[]): void {
  void app.register(async (scope) => {
    declarePublic(scope);
    await scope.register(fastifyStatic, {
      root: path.join(appDir, "assets"),
      prefix: APP_PREFIX,
      decorateReply: false,
      index: false,
      immutable: true,
      maxAge: "365d",
      preCompressed: true,
    });
  });
  for (const file of files) {
    app.get(file.path, { config: { needs: "public" } }, async (_request, reply) =>
      reply.type(file.type).header("cache-control", "public, max-age=31536000, immutable").send(file.body),
    );
  }
}

/** Renders the page of a visible item. Returns null when it cannot be displayed yet. */
function pageOf(pages: PublicPages, row: OpenedRow, urls: SharedMedia, visit: PageVisit): string | null {
  if (row.type === "video") {
    const isThere = row.stage === "ready" || row.stage === "processing" || (row.live && row.stage === "recording");
    return isThere ? pages.video(publicVideo(row, urls), visit) : null;
  }
  if (row.type === "board") {
    const board = publicItem(row, BOARD_PICTURE.width, BOARD_PICTURE.height);
    return pages.picture({ ...board, type: "board", sourceUrl: urls.sourceUrl ?? BLANK_PICTURE, preview: null }, visit);
  }
  // A picture can be displayed as soon as it is uploaded.
  if (urls.sourceUrl === null || row.stage === "failed" || row.width === null || row.height === null) return null;
  const preview = urls.previewUrl === null ? null : { url: urls.previewUrl, width: PREVIEW_WIDTH };
  return pages.picture({ ...publicItem(row, row.width, row.height), type: "image", sourceUrl: urls.sourceUrl, preview }, visit);
}

/** Returns the folder of an item of a shared folder. */
function folderOf({ slug, folder_chain: chain, folder_name: name, link_folder_id: sharedId }: OpenedRow): PublicItem["folder"] {
  const folderId = chain?.at(-1);
  if (folderId === undefined || name === null) return null;
  return { path: `/s/${slug}${folderId === sharedId ? "" : `?folder=${folderId}`}`, name };
}

/** Returns the common page data of pictures and videos. */
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
    // oEmbed knows the links of items only.
    isOpen: row.visibility === "link" && row.password_hash === null && row.link_folder_id === null,
    folder: folderOf(row),
    shown: shownCapture(row),
  };
}

/** Returns the source of the video element. A recording that has just ended has only its segments, not its final file. */
function sourceOf(row: OpenedRow, urls: SharedMedia): PublicVideo["source"] {
  if (row.stage === "ready" && urls.sourceUrl !== null)
    return { url: urls.sourceUrl, type: row.playback_mime_type ?? row.mime_type, isPlaylist: false };
  if (row.stage !== "processing" || !row.has_parts) return null;
  return { url: playlistUrl(row.item_id, "live.m3u8", row.slug), type: PLAYLIST_TYPE, isPlaylist: true };
}

/** Returns the page data of a video. */
function publicVideo(row: OpenedRow, urls: SharedMedia): PublicVideo {
  return {
    ...publicItem(row, row.width ?? 0, row.height ?? 0),
    source: sourceOf(row, urls),
    live: row.live && row.stage === "recording",
    posterUrl: urls.posterUrl,
    hasChapters: row.chapters_enabled && row.chapters.length > 0,
    durationMs: row.duration_ms,
  };
}

/** Redirects to a signed URL, or sends 404 when the link does not open. */
function lead(reply: FastifyReply, target: string | null | undefined): FastifyReply {
  if (!target) throw new AppError("not-found");
  return reply.header("cache-control", "private, no-store").header("x-robots-tag", "noindex").redirect(target, 302);
}

/** Returns the folder with style and script of the public pages: next to this file, or next to the bundle. */
export function pageAssetsDir(): string {
  const bundled = path.join(import.meta.dirname, "assets", "pages");
  return existsSync(bundled) ? bundled : path.join(import.meta.dirname, "assets");
}
