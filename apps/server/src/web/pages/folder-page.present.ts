import { sizeText } from "@stillreel/i18n";
import { createHash } from "node:crypto";
import type { PresentedSharedFolder } from "../../library/shares/index.ts";
import { escapeHtml } from "./html.ts";
import type { PageLanguage } from "./languages.ts";
import { formatDuration } from "../../platform/duration.ts";
import { appTags, averageColour, type Context, countOf, formatDate, formatShortDate, frame, ICONS } from "./page-frame.present.ts";
import type { PageVisit } from "./public-page.model.ts";

type Folder = PresentedSharedFolder;
type Item = Folder["items"][number];
/** A page of the items of a folder. */
type ItemsPage = Pick<Folder, "items" | "nextCursor">;

/** Number of cards that are loaded immediately: those of the first screens. */
const EAGER = 8;

/** Returns the path of a folder of a link. */
const folderPath = (slug: string, folderId: string | null): string => `/s/${slug}${folderId === null ? "" : `?folder=${folderId}`}`;

/** Returns the id of an open folder inside the shared one; null for the shared folder itself. */
const innerIdOf = ({ folder }: Folder): string | null => (folder.parentId === null ? null : folder.id);

/** Renders the names above a folder. Only folders of the link are links. */
function pathOf({ slug, folder }: Folder): string {
  const parts = folder.path.map(({ id, name }, at) => {
    const shown = `<bdi>${escapeHtml(name)}</bdi>`;
    // The shared folder is the first one with an id.
    const isShared = id !== null && folder.path.findIndex((part) => part.id !== null) === at;
    const label = id === null ? `<span>${shown}</span>` : `<a href="${folderPath(slug, isShared ? null : id)}">${shown}</a>`;
    return `<li>${label}${ICONS.next}</li>`;
  });
  return parts.length === 0 ? "" : `<ol class="fpath">${parts.join("")}</ol>`;
}

/** Kinds of items that the head of a folder counts, in this order. */
const KINDS = ["images", "videos", "boards"] as const;

/** Renders who shared the folder, what it contains, and when it changed. */
function factsOf({ folder }: Folder, language: PageLanguage, report: string): string {
  const { owner, workspace, updatedAt } = folder;
  const dot = '<span aria-hidden="true">·</span>';
  const photo = owner.photoURL
    ? `<img class="ava" src="${escapeHtml(owner.photoURL)}" width="22" height="22" alt="">`
    : `<span class="ava" aria-hidden="true">${escapeHtml([...owner.displayName][0]?.toUpperCase() ?? "")}</span>`;
  const at =
    workspace === null
      ? ""
      : ` <span class="wide-only">${textOf(language, "atWorkspace").replace("{{name}}", `<bdi>${escapeHtml(workspace.name)}</bdi>`)}</span>`;
  const counts = KINDS.filter((kind) => folder[kind] > 0).map((kind) => countOf(language, kind, folder[kind]));
  const count = counts.length === 0 ? "" : `${dot}<bdi>${escapeHtml(counts.join(textOf(language, "listJoin")))}</bdi>`;
  const updated =
    updatedAt === null
      ? ""
      : `<span class="wide-only" aria-hidden="true">·</span><bdi class="wide-only">${escapeHtml(textOf(language, "updated").replace("{{day}}", formatDate(new Date(updatedAt), language.code)))}</bdi>`;
  return `<p class="by">${photo}<span><b><bdi>${escapeHtml(owner.displayName)}</bdi></b>${at}</span>${count}${updated}${report}</p>`;
}

const textOf = ({ texts }: PageLanguage, key: string): string => texts[key] ?? key;

/** Renders the download of everything, unless the owner does not permit it, or there is nothing. */
function downloadOf(page: Folder, { language, signedIn }: PageVisit): string {
  const { slug, folder, allowDownload } = page;
  if (!allowDownload || folder.size === 0) return "";
  const innerId = innerIdOf(page);
  const url = `/api/v1/shared/${slug}/download${innerId === null ? "" : `?folderId=${innerId}`}`;
  const hint = signedIn ? "" : ` title="${escapeHtml(textOf(language, "downloadImagesOnly"))}"`;
  return `<a class="btn default lg dall" id="download-all" href="${url}" download${hint}>${ICONS.download}<span>${escapeHtml(textOf(language, "downloadAll"))}</span><bdi class="size">${sizeText(folder.size, language.code)}</bdi></a>`;
}

/** Renders a folder inside as a tile. */
function tileOf(slug: string, { id, name, color, items, thumbnails }: Folder["folders"][number], language: PageLanguage): string {
  const pictures = thumbnails.map((url) => `<img src="${escapeHtml(url)}" alt="" loading="lazy" decoding="async" width="32" height="20">`);
  const glyph = `<span class="glyph" style="--folder:${escapeHtml(color)}" aria-hidden="true"><i class="gback"></i><i class="gtab"></i>${pictures.join("")}<i class="gfront"></i></span>`;
  return `<li><a class="fold" href="${folderPath(slug, id)}">${glyph}<span class="ftext"><b dir="auto">${escapeHtml(name)}</b><bdi>${escapeHtml(countOf(language, "items", items))}</bdi></span></a></li>`;
}

/** Returns a text that differs for parts of the page with different content. Addresses of media are left out: each page has its own. */
const versionOf = (content: unknown): string => createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 12);

/** Renders an item as a card. */
function cardOf(slug: string, item: Item, language: PageLanguage, isEager: boolean): string {
  const { id, type, title, duration, comments, createdAt, placeholder } = item;
  const url = item.thumbnailLargeUrl ?? item.posterUrl ?? item.thumbnailUrl;
  const loading = isEager ? ' fetchpriority="high"' : ' loading="lazy"';
  const picture = url === null ? "" : `<img src="${escapeHtml(url)}" alt="" width="320" height="200" decoding="async"${loading}>`;
  const length = duration === null ? "" : `<span class="dur" dir="ltr">${formatDuration(duration * 1000)}</span>`;
  const day = new Date(createdAt);
  const talk =
    comments === 0
      ? ""
      : `<span class="talk">${ICONS.comment}<span aria-hidden="true">${comments}</span><span class="vh">${escapeHtml(countOf(language, "comments", comments))}</span></span>`;
  const kind = escapeHtml(textOf(language, type));
  const version = versionOf([title, type, duration, comments, item.stage, item.live, placeholder, url === null, createdAt]);
  return `<li class="card" data-version="${version} ${id}"><a href="/s/${slug}?item=${id}"><span class="thumb ${type}" style="background-color:${averageColour(placeholder)}">${picture}${length}</span><b class="ctitle" dir="auto" title="${escapeHtml(title)}">${escapeHtml(title)}</b><span class="vh">${kind}</span></a><span class="cfacts"><time datetime="${createdAt}"><span class="wide-only">${formatDate(day, language.code)}</span><span class="narrow-only">${formatShortDate(day, language.code)}</span></time>${talk}</span></li>`;
}

/** Renders the link to the next items, which the script follows while the visitor scrolls. */
function moreOf(slug: string, innerId: string | null, cursor: string | null, language: PageLanguage): string {
  if (cursor === null) return "";
  const query = new URLSearchParams({ ...(innerId === null ? {} : { folder: innerId }), cursor });
  return `<a class="btn default lg more" id="more" href="/s/${slug}?${escapeHtml(query.toString())}">${escapeHtml(textOf(language, "showMore"))}</a>`;
}

const cardsOf = (slug: string, { items }: ItemsPage, language: PageLanguage, eager: number): string =>
  items.map((item, at) => cardOf(slug, item, language, at < eager)).join("");

/** Renders the page of a shared folder, or of a folder inside it. It works without scripts. */
export function folderPage(context: Context, page: Folder, visit: PageVisit): string {
  const { assets } = context;
  const { language } = visit;
  const { slug, folder, folders } = page;
  const text = (key: string): string => escapeHtml(textOf(language, key));
  const innerId = innerIdOf(page);
  const path = folderPath(slug, innerId);
  const count = folder.images + folder.videos + folder.boards;
  // The app opens its form. It is rendered here, so that nothing moves.
  const report =
    assets.app() === null
      ? ""
      : `<span class="reporting"><span aria-hidden="true">·</span><button type="button" class="report" id="report" aria-haspopup="dialog">${text("report")}</button></span>`;
  const copy = `<button type="button" class="btn filled lg copy" id="copy" aria-keyshortcuts="L">${ICONS.link}${text("copyLink")}</button>`;
  const head = `<div class="fhead"><div class="who" data-version="${versionOf(folder)}">${pathOf(page)}<h1><bdi>${escapeHtml(folder.name)}</bdi></h1>${factsOf(page, language, report)}</div><div class="facts-acts"><span class="downloads" data-version="${versionOf([folder.size, page.allowDownload])}">${downloadOf(page, visit)}</span>${copy}</div></div>`;
  const tiles =
    folders.length === 0
      ? ""
      : `<ul class="folds" aria-label="${text("folders")}">${folders.map((tile) => tileOf(slug, tile, language)).join("")}</ul>`;
  const isEmpty = page.items.length === 0 && folders.length === 0;
  const empty = `<section class="none"><h2>${text("folderEmpty")}</h2><p>${text("folderEmptyText")}</p><div class="ghosts" aria-hidden="true"><i></i><i></i><i></i><i></i></div></section>`;
  const cards = `<ul class="cards" id="cards" aria-label="${text("folderItems")}">${cardsOf(slug, page, language, EAGER)}</ul>`;
  const list = isEmpty
    ? empty
    : `${cards}${moreOf(slug, innerId, page.nextCursor, language)}<p class="vh" id="loaded" role="status" data-text="${text("loadedOf")}" data-count="${count}"></p>`;
  const known = ` data-slug="${slug}" data-item="${escapeHtml(JSON.stringify({ slug, type: "folder" }))}"`;
  return frame(context, {
    visit,
    title: folder.name,
    next: path,
    head: `<style>${assets.folderCss}</style><script type="module" src="${assets.folderScriptUrl}"></script>${appTags(context, false)}`,
    data: ` data-link="${escapeHtml(assets.publicUrl() + path)}" data-copied="${text("linkCopied")}" data-copy-failed="${text("copyFailed")}" data-load-failed="${text("offline")}"${known}`,
    skip: "skipItems",
    body: `<main id="main" class="folder">${head}<div class="tiles" data-version="${versionOf(folders.map((tile) => ({ ...tile, thumbnails: tile.thumbnails.length })))}">${tiles}</div>${list}</main><div id="app"></div>`,
  });
}

/** Renders the next items of a folder as a separate page, of which the script takes the cards. */
export function moreItems(
  context: Context,
  { slug, name, innerId, page }: { slug: string; name: string; innerId: string | null; page: ItemsPage },
  visit: PageVisit,
): string {
  const { language } = visit;
  const back = `<p><a href="${folderPath(slug, innerId)}"><bdi>${escapeHtml(name)}</bdi></a></p>`;
  return frame(context, {
    visit,
    title: name,
    next: folderPath(slug, innerId),
    head: `<style>${context.assets.folderCss}</style>`,
    skip: "skipItems",
    body: `<main id="main" class="folder">${back}<ul class="cards" id="cards" aria-label="${escapeHtml(textOf(language, "folderItems"))}">${cardsOf(slug, page, language, 0)}</ul>${moreOf(slug, innerId, page.nextCursor, language)}</main>`,
  });
}
