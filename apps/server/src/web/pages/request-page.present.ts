import type { OpenedRequest } from "@stillreel/contract";
import { API_BASE, requestPath } from "@stillreel/contract";
import type { RequestPage } from "../../social/requests/index.ts";
import { EYE_SVG, SPLICE_SVG } from "./brand.ts";
import { escapeHtml } from "./html.ts";
import { appTags, bare, type Context, formatDate, frame } from "./page-frame.present.ts";
import type { PageVisit } from "./public-page.model.ts";

type Translate = (key: string, values?: Record<string, string>) => string;

/** Returns the function that reads a text with its values, escaped for the page. */
const translatorOf =
  ({ language: { texts } }: PageVisit): Translate =>
  (key, values = {}) =>
    escapeHtml((texts[key] ?? key).replaceAll(/\{\{(\w+)\}\}/gu, (_whole, name: string) => values[name] ?? ""));

const minutesOf = (seconds: number): string => String(Math.round((seconds / 60) * 10) / 10);

/** Returns what chat apps show about the link. With a password, the message is hidden. */
function previewOf({ assets }: Context, { title, slug, maxSeconds, asker, pictureUrl }: OpenedRequest, t: Translate): string {
  const name = t("askPreviewTitle", { name: asker.displayName });
  const text = maxSeconds === null ? t("askPreviewText", { title }) : t("askPreviewLength", { title, minutes: minutesOf(maxSeconds) });
  const url = escapeHtml(assets.publicUrl() + requestPath(slug));
  const image =
    pictureUrl === null
      ? `<meta name="twitter:card" content="summary">`
      : `<meta property="og:image" content="${escapeHtml(assets.publicUrl() + pictureUrl)}"><meta name="twitter:card" content="summary_large_image">`;
  return `<meta name="description" content="${text}"><meta property="og:type" content="website"><meta property="og:site_name" content="Stillreel"><meta property="og:title" content="${name}"><meta property="og:description" content="${text}"><meta property="og:url" content="${url}">${image}`;
}

const iconOf = (paths: string): string =>
  `<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`;
const FACT_ICONS = {
  length: iconOf('<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>'),
  until: iconOf('<path d="M6 21V4.5c4-2.5 8 2.5 12 0v9c-4 2.5-8-2.5-12 0"/>'),
  readers: iconOf('<rect x="5.5" y="11" width="13" height="9" rx="2"/><path d="M8.5 11V8a3.5 3.5 0 0 1 7 0v3"/>'),
};

/** Returns the limits of a request as list entries. */
function facts({ maxSeconds, expiresAt, asker, workspace }: OpenedRequest, { language }: PageVisit, t: Translate): string {
  const length =
    maxSeconds === null
      ? []
      : [maxSeconds < 60 ? t("askUpToSeconds", { seconds: String(maxSeconds) }) : t("askUpTo", { minutes: minutesOf(maxSeconds) })];
  const until = expiresAt === null ? [] : [t("askUntil", { day: formatDate(new Date(expiresAt), language.code) })];
  const name = asker.displayName;
  const readers = workspace ? t("askOnlyTeam", { name, workspace: workspace.name }) : t("askOnly", { name });
  const entry = (icon: string, text: string): string => `<li>${icon}<span>${text}</span></li>`;
  return [
    ...length.map((text) => entry(FACT_ICONS.length, text)),
    ...until.map((text) => entry(FACT_ICONS.until, text)),
    entry(FACT_ICONS.readers, readers),
  ].join("");
}

/** Renders the form for the password, in place of the form for an answer. */
function passwordForm({ asker }: OpenedRequest, t: Translate): string {
  const eye = `<button type="button" class="eye" id="unlock-eye" aria-label="${t("showPassword")}" aria-pressed="false">${EYE_SVG}</button>`;
  return `<form id="unlock" class="card fields"><p class="hint">${t("askLockedText", { name: asker.displayName })}</p><label for="unlock-password">${t("password")}</label><span class="hidden-text"><input id="unlock-password" name="password" type="password" required autocomplete="off" aria-describedby="unlock-error">${eye}</span><span class="err" id="unlock-error" role="alert" hidden></span><button class="btn filled lg">${t("open")}</button></form>`;
}

/** Renders the page on which visitors answer a request: what is asked for, and the box that the app fills. */
export function requestPage(context: Context, { opened, isLocked }: RequestPage, visit: PageVisit): string {
  const t = translatorOf(visit);
  const { asker, workspace, title, message, slug, pictureUrl } = opened;
  const photo = asker.photoURL
    ? `<img class="ava" src="${escapeHtml(asker.photoURL)}" width="44" height="44" alt="">`
    : `<span class="ava" aria-hidden="true">${escapeHtml([...asker.displayName][0]?.toUpperCase() ?? "")}</span>`;
  const asks = workspace ? t("askAsksAt", { workspace: workspace.name }) : t("askAsks");
  const about = message === "" ? "" : `<p class="message" dir="auto">${escapeHtml(message)}</p>`;
  const shown = pictureUrl === null || isLocked ? "" : `<img class="shown" src="${escapeHtml(pictureUrl)}" alt="">`;
  const what = `<section class="askwhat"><div class="asker">${photo}<p><b><bdi>${escapeHtml(asker.displayName)}</bdi></b><span>${asks}</span></p></div><h1 dir="auto">${escapeHtml(title)}</h1>${about}<ul>${isLocked ? "" : facts(opened, visit, t)}</ul>${shown}</section>`;
  const noScript = `<noscript><p class="card hint">${t("askNoScript")}</p></noscript>`;
  const box = isLocked ? passwordForm(opened, t) : `<p class="card hint waits">${t("askLoading")}</p>${noScript}`;
  const texts = Object.fromEntries(Object.entries(visit.language.texts).filter(([key]) => key.startsWith("ask")));
  const data = isLocked
    ? ` data-unlock="${API_BASE}/requests/by-slug/${escapeHtml(slug)}/unlock" data-wrong-password="${t("wrongPassword")}" data-slow-down="${t("slowDown")}" data-offline="${t("offline")}"`
    : ` data-request="${escapeHtml(JSON.stringify({ request: opened, texts }))}"`;
  return frame(context, {
    visit,
    title,
    next: requestPath(slug),
    head: `${previewOf(context, opened, t)}<style>${context.assets.requestCss}</style>${isLocked ? "" : appTags(context, false)}`,
    data,
    skip: "askSkip",
    body: `<main id="main" class="ask">${what}<section class="askbox" id="askbox">${box}</section></main>`,
  });
}

/** Renders the page of a request that is closed or full. */
export function endedRequestPage(context: Context, { state, asker, slug }: OpenedRequest, visit: PageVisit): string {
  const { texts } = visit.language;
  const key = state === "full" ? "askFull" : "askClosed";
  const heading = texts[`${key}Title`] ?? "";
  const paragraph = (texts[`${key}Text`] ?? "").replace("{{name}}", asker.displayName);
  return bare(context, { visit, title: heading, next: requestPath(slug) }, SPLICE_SVG, heading, paragraph, "");
}
