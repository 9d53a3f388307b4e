import { directionOf } from "@stillreel/i18n";
import type { DigestMailSection, Layout, MailLink } from "./mail-layout.ts";

/** What surrounds the text of a mail. */
export interface Surroundings {
  /** Name of the installation, shown above the text without a logo. */
  name: string;
  /** Address of the logo, or null. */
  logoUrl: string | null;
  footer: string;
  linkHint: string;
  language: string;
}

/** Width of the text in pixels. */
const WIDTH = 520;
const INK = "#1d2029";
const QUIET = "#5d6270";

/**
 * Colours of dark mode. Programs without support show the light colours or invert them. The attribute selectors are those of Outlook
 * on the web, which renames classes.
 */
const DARK: readonly (readonly [name: string, rule: string])[] = [
  ["page", "background-color:#14161c!important"],
  ["card", "background-color:#1f222b!important"],
  ["ink", "color:#f2f3f7!important"],
  ["quiet", "color:#b3b8c6!important"],
  ["line", "border-color:#3d4250!important"],
  ["button", "background-color:#f2f3f7!important"],
  ["label", "color:#14161c!important"],
];
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${DARK.map(([name, rule]) => `.${name}{${rule}}`).join("")}}
${DARK.map(([name, rule]) => `[data-ogsc] .${name}{${rule}}`).join("")}
@media (max-width:480px){.card{padding:24px 20px!important}}`;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/gu, (char) => `&#${char.charCodeAt(0)};`);
const linkTo = (url: string, text: string, colour: "ink" | "quiet"): string =>
  `<a class="${colour}" href="${escapeHtml(url)}" style="color:${colour === "ink" ? INK : QUIET};word-break:break-word">${escapeHtml(text)}</a>`;
const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;

/** Returns a section of a digest: the title, and one line for each sentence. The link is on the title, without one on the sentences. */
function sectionOf({ title, url, sentences }: DigestMailSection): string {
  const heading = title === null ? "" : `<strong><bdi>${url === null ? escapeHtml(title) : linkTo(url, title, "ink")}</bdi></strong>`;
  const line = (text: string): string => (title === null && url !== null ? linkTo(url, text, "quiet") : escapeHtml(text));
  const lines = sentences.map((sentence) => `<div class="quiet" style="color:${QUIET}">${line(sentence)}</div>`);
  return `<div class="line" style="margin:0 0 16px;padding:12px 0 0;border-top:1px solid #e3e5ea">${heading}${lines.join("")}</div>`;
}

/** Returns a table without borders. Mail programs display tables more alike than blocks. */
const tableOf = (style: string, rows: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style}">${rows}</table>`;

/** Returns the button, and its address for programs that do not show it. */
function actionOf({ label, url }: { label: string; url: string }, linkHint: string): string {
  const style = "display:inline-block;padding:12px 20px;color:#ffffff;font-weight:600;text-decoration:none";
  const button = `<td class="button" bgcolor="#2b2f3a" style="border-radius:10px;background-color:#2b2f3a"><a class="label" href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a></td>`;
  return (
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr>${button}</tr></table>` +
    `<p class="quiet" style="margin:0;font-size:13px;line-height:20px;color:${QUIET}">${escapeHtml(linkHint)}<br>${linkTo(url, url, "quiet")}</p>`
  );
}

/** Returns the content of the card. Outlook does not know logical properties, so the side of the quote is written out. */
function contentOf(layout: Layout, linkHint: string, start: "left" | "right"): string {
  const quote = layout.quote
    ? `<blockquote class="line" style="margin:0 0 16px;padding:8px 16px;border-${start}:3px solid #c9ccd6">${escapeHtml(layout.quote).replace(/\r?\n/gu, "<br>")}</blockquote>`
    : "";
  const entry = ({ title, url }: MailLink): string => `<li>${linkTo(url, title, "ink")}</li>`;
  const links = layout.links.length > 0 ? `<ul style="margin:0 0 16px;padding-${start}:20px">${layout.links.map(entry).join("")}</ul>` : "";
  return [
    layout.greeting ? paragraph(layout.greeting) : "",
    ...layout.paragraphs.map(paragraph),
    quote,
    links,
    ...layout.sections.map(sectionOf),
    ...layout.closing.map(paragraph),
    layout.action ? actionOf(layout.action, linkHint) : "",
  ].join("");
}

/** Returns the HTML part of a mail. */
export function htmlOf(layout: Layout, { name, logoUrl, footer, linkHint, language }: Surroundings): string {
  const direction = directionOf(language);
  const start = direction === "rtl" ? "right" : "left";
  const head =
    logoUrl === null
      ? `<span class="ink" style="font-size:17px;font-weight:700;color:${INK}">${escapeHtml(name)}</span>`
      : `<img src="${escapeHtml(logoUrl)}" alt="${escapeHtml(name)}" height="40" style="display:block;height:40px;max-width:240px;border:0">`;
  const unsubscribe = layout.unsubscribe ? `<br>${linkTo(layout.unsubscribe.url, layout.unsubscribe.label, "quiet")}` : "";
  const row = (content: string, { className = "", style = "" } = {}): string =>
    `<tr><td class="${className}" align="${start}" style="text-align:${start};${style}">${content}</td></tr>`;
  const rows = [
    row(head, { style: "padding:0 8px 16px" }),
    row(contentOf(layout, linkHint, start), {
      className: "card ink",
      style: `padding:32px;border-radius:16px;background-color:#ffffff;color:${INK};word-break:break-word`,
    }),
    row(`${escapeHtml(footer)}${unsubscribe}`, {
      className: "quiet",
      style: `padding:16px 8px 0;font-size:13px;line-height:20px;color:${QUIET}`,
    }),
  ].join("");
  // Outlook on Windows ignores the maximum width, so it gets a table of this width.
  const framed = `<!--[if mso]><table role="presentation" width="${WIDTH}" align="center"><tr><td><![endif]-->${tableOf(
    `max-width:${WIDTH}px;margin:0 auto`,
    rows,
  )}<!--[if mso]></td></tr></table><![endif]-->`;
  const preview = layout.paragraphs[0] ?? layout.subject;
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(layout.subject)}</title>
<style>${STYLE}</style></head>
<body class="page" dir="${direction}" style="margin:0;padding:0;background-color:#f4f5f7">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f4f5f7" dir="${direction}" style="background-color:#f4f5f7;font-family:system-ui,-apple-system,'Segoe UI',Arial,sans-serif;font-size:16px;line-height:24px"><tr><td align="center" style="padding:24px 12px">${framed}</td></tr></table>
</body>
</html>
`;
}
