import type { CaptureFacts } from "@stillreel/contract";
import { escapeHtml } from "./html.ts";
import type { PageLanguage } from "./languages.ts";

/** Capture metadata that the owner shows to visitors. */
export interface ShownCapture {
  pageUrl: string | null;
  capture: CaptureFacts | null;
}

/** Returns the address as a link target, or null when it is no web page. */
function webAddress(text: string | null): URL | null {
  const url = text === null ? null : URL.parse(text);
  return url && /^https?:$/u.test(url.protocol) ? url : null;
}

const formats = new Map<string, Intl.DateTimeFormat>();
function formatTime(date: Date, language: string): string {
  let format = formats.get(language);
  if (!format) {
    const numbers = { numberingSystem: "latn", timeZone: "UTC", timeZoneName: "short" } as const;
    format = new Intl.DateTimeFormat(language, {
      year: "numeric",
      month: "short",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      ...numbers,
    });
    formats.set(language, format);
  }
  return format.format(date);
}

const size = (box: { width: number; height: number } | undefined): string | null =>
  box ? `<bdi dir="ltr">${box.width} × ${box.height}</bdi>` : null;

const isolated = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`;

/** Renders a line below a shared item with its capture page, and expandable details. Empty without metadata. */
export function captureFacts({ pageUrl, capture }: ShownCapture, language: PageLanguage): string {
  const text = (key: string): string => escapeHtml(language.texts[key] ?? key);
  const url = webAddress(pageUrl);
  const address = url && escapeHtml(url.href);
  const browser = [capture?.browser, capture?.system].filter((each) => each !== undefined).join(" · ");
  const time = capture?.capturedAt === undefined ? null : new Date(capture.capturedAt);
  const rows: [string, string | null][] = [
    ["capturePage", capture?.pageTitle ? isolated(capture.pageTitle) : null],
    ["captureAddress", address && `<a href="${address}" rel="noreferrer nofollow ugc" dir="ltr">${address}</a>`],
    ["captureTime", time && `<time datetime="${time.toISOString()}">${formatTime(time, language.code)}</time>`],
    ["captureBrowser", browser === "" ? null : isolated(browser)],
    ["captureScreen", size(capture?.screen)],
    ["captureWindow", size(capture?.viewport)],
  ];
  const list = rows.map(([key, value]) => (value ? `<dt>${text(key)}</dt><dd>${value}</dd>` : "")).join("");
  if (list === "") return "";
  const host = url ? text("capturedFrom").replace("{{host}}", () => `<bdi dir="ltr">${escapeHtml(url.host)}</bdi>`) : text("captureAbout");
  return `<details class="capture"><summary>${host}</summary><dl>${list}</dl></details>`;
}
