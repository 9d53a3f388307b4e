import { EYE_SVG, MARK_SVG, SPLICE_SVG } from "./brand.ts";
import { captureFacts } from "./capture-facts.present.ts";
import { escapeHtml } from "./html.ts";
import type { PageLanguage } from "./languages.ts";
import { formatDuration } from "../../platform/duration.ts";
import { appTags, averageColour, bare, type Context, countOf, formatDate, frame, ICONS } from "./page-frame.present.ts";
import { folderPage, moreItems } from "./folder-page.present.ts";
import { endedRequestPage, requestPage } from "./request-page.present.ts";
import type { PageAssets, PageVisit, PendingItem, PublicItem, PublicPicture, PublicVideo } from "./public-page.model.ts";

/** Returns the height of the content around a picture in pixels: header, padding, title, and the capture line. */
const aroundOf = ({ shown }: PublicItem): number => (shown.pageUrl === null && shown.capture === null ? 210 : 248);

/** Assumed size of a video whose size is unknown. */
const SCREEN = { width: 1_920, height: 1_080 } as const;

/** Types of items that a page can show. */
type PublicType = PublicPicture["type"] | "video";

/** Page parts that differ between pictures and videos. */
interface Shown {
  type: PublicType;
  stage: string;
  head: string;
  skip: string;
  bodyClass: string;
  more?: string;
  downloadUrl: string;
  /** Whether a download requires signing in first. The button says so. */
  needsSignIn?: boolean;
  /** Whether nothing is visible before the app has loaded. */
  needsApp?: boolean;
}

/** Returns the initial data for the app, which it needs before its first request. */
function dataOf(item: PublicItem, type: PublicType, { signedIn, isFramed, canRegister }: PageVisit): Record<string, unknown> {
  const { itemId, slug, title, likes, comments, allowComments } = item;
  return { itemId, slug, type, title, likes, comments, allowComments, signedIn, canRegister, framed: isFramed };
}

/** Renders a picture that fills a frame with its aspect ratio. */
const pictureAlone = ({ sourceUrl, width, height, title, placeholder }: PublicPicture): string =>
  `<img class="whole" src="${sourceUrl}" width="${width}" height="${height}" alt="${escapeHtml(title)}" fetchpriority="high" style="background-color:${averageColour(placeholder)}">`;

/** Returns the path of an item's page, or of something at it. In the link of a folder, the query names the item. */
const pathOf = ({ slug, itemId, folder }: PublicItem, suffix = ""): string =>
  `/s/${slug}${suffix}${folder === null ? "" : `?item=${itemId}`}`;

/** Renders the way back to the folder of an item, for the link of a folder. */
const backTo = ({ folder }: PublicItem, { texts }: PageLanguage): string => {
  if (folder === null) return "";
  const label = escapeHtml((texts["backTo"] ?? "").replace("{{name}}", folder.name));
  return `<a class="btn quiet back" id="back" href="${escapeHtml(folder.path)}" aria-label="${label}">${ICONS.back}<bdi>${escapeHtml(folder.name)}</bdi></a>`;
};

const preview = ({ assets }: Context, item: PublicItem, { language }: PageVisit, type: string, rest = ""): string => {
  const url = assets.publicUrl() + pathOf(item);
  const image = escapeHtml(assets.publicUrl() + pathOf(item, "/preview"));
  const title = escapeHtml(item.title);
  const discovery = item.isOpen
    ? `<link rel="alternate" type="application/json+oembed" href="${assets.publicUrl()}/api/oembed?url=${encodeURIComponent(url)}" title="${title}">`
    : "";
  const description = escapeHtml((language.texts["sharedBy"] ?? "").replace("{{name}}", item.ownerName));
  return `<meta name="description" content="${description}"><meta property="og:type" content="${type}"><meta property="og:site_name" content="Stillreel"><meta property="og:title" content="${title}"><meta property="og:description" content="${description}"><meta property="og:url" content="${url}"><meta property="og:image" content="${image}"><meta property="og:image:width" content="${item.width}"><meta property="og:image:height" content="${item.height}"><meta property="og:image:alt" content="${title}">${rest}<meta name="twitter:card" content="summary_large_image"><meta name="twitter:title" content="${title}"><meta name="twitter:image" content="${image}"><link rel="canonical" href="${url}">${discovery}`;
};

const videoPreview = ({ assets }: Context, video: PublicVideo): string => {
  const url = escapeHtml(assets.publicUrl() + pathOf(video, "/video"));
  const secure = url.startsWith("https:") ? `<meta property="og:video:secure_url" content="${url}">` : "";
  return `<meta property="og:video" content="${url}">${secure}<meta property="og:video:type" content="${escapeHtml(video.source?.type ?? "")}"><meta property="og:video:width" content="${video.width}"><meta property="og:video:height" content="${video.height}">`;
};

const known = (item: PublicItem, type: PublicType, visit: PageVisit): string =>
  ` data-slug="${item.slug}" data-item="${escapeHtml(JSON.stringify(dataOf(item, type, visit)))}"`;

/** Renders an item for a frame of another site: only the item, filling the frame, with a link to its page. */
const framed = (
  context: Context,
  item: PublicItem,
  visit: PageVisit,
  { type, stage, head, needsApp = false }: Pick<Shown, "type" | "stage" | "head" | "needsApp">,
): string => {
  const open = escapeHtml(visit.language.texts["openPage"] ?? "");
  const link = `<a class="tothepage" href="${escapeHtml(pathOf(item))}" target="_blank" rel="noopener" title="${escapeHtml(item.title)}">${MARK_SVG}<span>${open}</span></a>`;
  const body = `<main id="main" class="alone">${stage}${link}</main><div id="app"></div>`;
  return frame(context, {
    visit,
    title: item.title,
    next: "",
    head: head + appTags(context, needsApp),
    data: known(item, type, visit),
    body,
  });
};

/** Renders the page of a visible item: the item, and below it title, owner and actions. */
const shown = (
  context: Context,
  item: PublicItem,
  visit: PageVisit,
  { type, stage, head, skip, bodyClass, more = "", downloadUrl, needsSignIn = false, needsApp = false }: Shown,
): string => {
  const { assets } = context;
  const { language } = visit;
  const text = (key: string): string => escapeHtml(language.texts[key] ?? key);
  if (visit.isFramed) return framed(context, item, visit, { type, stage, head, needsApp });
  const photo = item.ownerPhotoUrl
    ? `<img class="ava" src="${escapeHtml(item.ownerPhotoUrl)}" width="22" height="22" alt="">`
    : `<span class="ava" aria-hidden="true">${escapeHtml([...item.ownerName][0]?.toUpperCase() ?? "")}</span>`;
  const download = item.allowDownload
    ? `<a class="btn default dl${needsSignIn ? " wide" : ""}" id="download" href="${downloadUrl}" data-ready="${text("download")}">${ICONS.download}<span>${text(needsSignIn ? "downloadSignIn" : "download")}</span></a>`
    : "";
  const views =
    item.views === 0 ? "" : `<span aria-hidden="true">·</span><span>${escapeHtml(countOf(language, "views", item.views))}</span>`;
  // The app opens its form. It is rendered here, so that nothing moves.
  const report =
    assets.app() === null
      ? ""
      : `<span class="reporting"><span aria-hidden="true">·</span><button type="button" class="report" id="report" aria-haspopup="dialog">${text("report")}</button></span>`;
  const description = item.description === "" ? "" : `<p class="about" dir="auto">${escapeHtml(item.description)}</p>`;
  const about = `<div class="facts"><div class="who"><h1><bdi>${escapeHtml(item.title)}</bdi></h1><p class="by">${photo}<b><bdi>${escapeHtml(item.ownerName)}</bdi></b><span aria-hidden="true">·</span><time datetime="${item.createdAt.toISOString()}">${formatDate(item.createdAt, language.code)}</time>${more}${views}${report}</p></div><div class="acts"><span id="like" class="like"></span>${download}<button type="button" class="btn filled copy" id="copy" aria-keyshortcuts="L">${ICONS.link}${text("copyLink")}</button></div></div>`;
  const panel = assets.app() === null ? "" : `<aside class="ipanel" id="panel"></aside><div id="app"></div>`;
  const body = `<main id="main" class="item"><section class="istage">${stage}${about}${description}${captureFacts(item.shown, language)}</section>${panel}</main>`;
  const data = ` data-link="${escapeHtml(assets.publicUrl() + pathOf(item))}" data-copied="${text("linkCopied")}" data-copy-failed="${text("copyFailed")}"${known(item, type, visit)}`;
  return frame(context, {
    visit,
    title: item.title,
    next: pathOf(item),
    lead: backTo(item, language),
    head: head + appTags(context, needsApp),
    data,
    bodyClass,
    skip,
    body,
  });
};

const download = (item: PublicItem): string => `/api/v1/items/${item.itemId}/download?format=original&amp;share=${item.slug}`;
/** A whiteboard has no original: its download is the drawing. */
const downloadDrawing = (board: PublicItem): string => `/api/v1/whiteboards/${board.itemId}/export?format=png&amp;share=${board.slug}`;

/** Renders the page of a visible picture or whiteboard. */
function picture(context: Context, picture: PublicPicture, visit: PageVisit): string {
  const { language, isFramed } = visit;
  const ratio = picture.width / picture.height;
  const tall = ratio < 0.5 && !isFramed;
  // The picture's size is set before its bytes arrive, so nothing moves when they do.
  const fit = tall
    ? `min(${picture.width}px,100%,1280px)`
    : `min(${picture.width}px,100%,calc((100vh - ${aroundOf(picture)}px)*${ratio.toFixed(4)}))`;
  const sizes = tall
    ? `min(${picture.width}px,100vw,1280px)`
    : `min(${picture.width}px,100vw,calc((100vh - ${aroundOf(picture)}px)*${ratio.toFixed(4)}))`;
  const srcset =
    picture.preview && picture.preview.width < picture.width
      ? ` srcset="${picture.preview.url} ${picture.preview.width}w,${picture.sourceUrl} ${picture.width}w" sizes="${sizes}"`
      : "";
  const zoom = escapeHtml(language.texts["zoom"] ?? "");
  const image = `<div class="stage"><div class="picbox" style="width:${fit}"><button type="button" class="pic" id="picture" aria-label="${zoom}" aria-pressed="false"><img src="${picture.sourceUrl}"${srcset} width="${picture.width}" height="${picture.height}" alt="${escapeHtml(picture.title)}" fetchpriority="high" style="background-color:${averageColour(picture.placeholder)}"></button><div id="pins"></div></div></div>`;
  return shown(context, picture, visit, {
    type: picture.type,
    stage: isFramed ? pictureAlone(picture) : image,
    head: preview(context, picture, visit, "website"),
    skip: "skip",
    bodyClass: tall ? "tall" : "",
    downloadUrl: picture.type === "board" ? downloadDrawing(picture) : download(picture),
  });
}

/** Renders the page of a video. Without scripts the browser's controls play it. Downloading requires signing in. */
function video(context: Context, video: PublicVideo, visit: PageVisit): string {
  const { language, signedIn } = visit;
  const size = video.width > 0 && video.height > 0 ? video : SCREEN;
  const ratio = (size.width / size.height).toFixed(4);
  const { source } = video;
  const room = video.hasChapters ? ";--strip-height:74px" : "";
  // Browsers without playlist support skip it without a request.
  const playlist = source?.isPlaylist ? `<source src="${escapeHtml(source.url)}" type="${escapeHtml(source.type)}">` : "";
  const file = source && !source.isPlaylist ? ` src="${source.url}"` : "";
  const poster = video.posterUrl === null ? "" : ` poster="${video.posterUrl}"`;
  const wait =
    source === null && !video.live
      ? `<p class="wait" id="wait">${escapeHtml(language.texts["processingTitle"] ?? "")}<span>${escapeHtml(language.texts["processingText"] ?? "")}</span></p>`
      : "";
  const player = `<div class="box" data-player-root style="--ratio:${ratio}${room}"><div class="player" id="player" dir="ltr"><video id="video"${source === null ? "" : " controls"} playsinline preload="metadata"${file}${poster} width="${size.width}" height="${size.height}" aria-label="${escapeHtml(video.title)}">${playlist}</video>${wait}</div><div id="strip"></div></div>`;
  const duration =
    video.durationMs === null ? "" : `<span aria-hidden="true">·</span><span id="duration">${formatDuration(video.durationMs)}</span>`;
  return shown(context, video, visit, {
    type: "video",
    stage: player,
    head: preview(context, video, visit, "video.other", file === "" ? "" : videoPreview(context, video)),
    skip: "skipVideo",
    needsApp: source === null,
    bodyClass: "",
    more: duration,
    downloadUrl: signedIn ? download(video) : `/auth/login?next=${encodeURIComponent(pathOf(video))}`,
    needsSignIn: !signedIn,
  });
}

/**
 * Renders the page of an invalid link. Unknown, revoked, expired, private and deleted links give the same page. Visitors can sign in,
 * which opens the link if it is for members of a workspace only, and then ask for access.
 * @param slug the link that can be asked for; none on pages of requests
 */
function notFound(context: Context, visit: PageVisit, slug?: string): string {
  const { texts } = visit.language;
  const text = (key: string): string => escapeHtml(texts[key] ?? key);
  const ask = slug === undefined ? "" : `<a class="btn filled lg" href="/access/link/${encodeURIComponent(slug)}">${text("askAccess")}</a>`;
  const actions = visit.signedIn
    ? `${ask}<a class="btn ${ask ? "default" : "filled"} lg" href="/images">${text("backToLibrary")}</a>`
    : `<a class="btn filled lg" href="/auth/login" data-returns>${text("signIn")}</a><a class="btn default lg" href="/">${text("goHome")}</a>`;
  const page = { visit, title: texts["notFoundTitle"] ?? "", next: "/images" };
  return bare(
    context,
    page,
    SPLICE_SVG,
    texts["notFoundTitle"] ?? "",
    texts["notFoundText"] ?? "",
    visit.isFramed ? "" : `<div class="row">${actions}</div>`,
  );
}

/** Renders the page of a link that an administrator removed. */
function removed(context: Context, visit: PageVisit): string {
  const { texts } = visit.language;
  const text = (key: string): string => escapeHtml(texts[key] ?? key);
  const page = { visit, title: texts["removedTitle"] ?? "", next: "/images" };
  const home = visit.signedIn ? `href="/images">${text("backToLibrary")}` : `href="/">${text("goHome")}`;
  const rest = visit.isFramed ? "" : `<div class="row"><a class="btn default lg" ${home}</a></div>`;
  return bare(context, page, SPLICE_SVG, texts["removedTitle"] ?? "", texts["removedText"] ?? "", rest);
}

/** Renders the page about the security contact of the server. @param contact its address; null when there is none */
function securityContact(context: Context, contact: string | null, visit: PageVisit): string {
  const { texts } = visit.language;
  const page = { visit, title: texts["securityTitle"] ?? "", next: "/security-contact" };
  const label = escapeHtml(contact?.replace(/^mailto:/u, "") ?? "");
  const link = `<div class="row"><a class="btn default lg" href="${escapeHtml(contact ?? "")}" rel="noopener"><bdi>${label}</bdi></a></div>`;
  const paragraph = texts[contact === null ? "securityNone" : "securityText"] ?? "";
  return bare(context, page, SPLICE_SVG, texts["securityTitle"] ?? "", paragraph, contact === null ? "" : link);
}

/** Renders the page of a link that requires a password. */
function locked(context: Context, slug: string, visit: PageVisit): string {
  const { language } = visit;
  const text = (key: string): string => escapeHtml(language.texts[key] ?? key);
  const data = ` data-slug="${escapeHtml(slug)}" data-wrong-password="${text("wrongPassword")}" data-slow-down="${text("slowDown")}" data-offline="${text("offline")}" data-kept-nothing="${text("keptNothing")}"`;
  const page = visit.isFramed
    ? `<a class="btn quiet" href="/s/${escapeHtml(slug)}" target="_blank" rel="noopener">${text("openPage")}</a>`
    : "";
  const eye = `<button type="button" class="eye" id="unlock-eye" aria-label="${text("showPassword")}" aria-pressed="false">${EYE_SVG}</button>`;
  const form = `<form id="unlock" class="fields"><label for="unlock-password">${text("password")}</label><span class="hidden-text"><input id="unlock-password" name="password" type="password" required autofocus autocomplete="off" aria-describedby="unlock-error">${eye}</span><span class="err" id="unlock-error" role="alert" hidden></span><button class="btn filled lg">${text("open")}</button>${page}</form>`;
  return bare(
    context,
    { visit, title: language.texts["lockedTitle"] ?? "", next: `/s/${slug}`, data },
    SPLICE_SVG,
    language.texts["lockedTitle"] ?? "",
    language.texts["lockedText"] ?? "",
    form,
  );
}

/**
 * Renders the page of an item that is being recorded, uploaded or processed, or that failed. It opens automatically
 * when ready.
 */
function pending(context: Context, { slug, type, stage }: PendingItem, visit: PageVisit): string {
  const { language } = visit;
  const failed = stage === "failed";
  const kind = type === "video" ? "Video" : "";
  const state = failed ? "failed" : stage === "recording" ? "recording" : "uploading";
  const heading = language.texts[`${state}Title`] ?? "";
  const paragraph = state === "uploading" ? `uploadingText${kind}` : `${state}Text`;
  const page = {
    visit,
    title: heading,
    next: `/s/${slug}`,
    data: failed ? "" : ` data-slug="${escapeHtml(slug)}" data-waiting="${stage}"`,
  };
  return bare(
    context,
    page,
    SPLICE_SVG,
    heading,
    language.texts[paragraph] ?? "",
    failed ? "" : `<div class="strip" role="progressbar" aria-label="${escapeHtml(heading)}"><i></i></div>`,
  );
}

/** Creates the functions that render public pages. Constant parts are prepared once. */
export function createPublicPages(assets: PageAssets) {
  const context: Context = { assets };
  return {
    picture: picture.bind(null, context),
    video: video.bind(null, context),
    notFound: notFound.bind(null, context),
    removed: removed.bind(null, context),
    securityContact: securityContact.bind(null, context),
    locked: locked.bind(null, context),
    pending: pending.bind(null, context),
    folder: folderPage.bind(null, context),
    moreItems: moreItems.bind(null, context),
    request: requestPage.bind(null, context),
    endedRequest: endedRequestPage.bind(null, context),
  };
}

export type PublicPages = ReturnType<typeof createPublicPages>;
