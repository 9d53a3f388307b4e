import { type Brand, brandHtml, frame, INK, linkTo, QUIET, startOf } from "./mail-frame.ts";
import type { DigestMailSection, Layout, MailLink } from "./mail-layout.ts";
import { escapeFilled, escapeHtml, plainText } from "./mail-values.ts";

/** What surrounds the text of a mail. */
export interface Surroundings extends Brand {
  footer: string;
  linkHint: string;
  language: string;
}

/** Width of the text in pixels. */
const WIDTH = 520;
const LOGO_HEIGHT = 40;

const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escapeFilled(text)}</p>`;

/** Returns a section of a digest: the title, and one line for each sentence. The link is on the title, without one on the sentences. */
function sectionOf({ title, url, sentences }: DigestMailSection): string {
  const heading = title === null ? "" : `<strong><bdi>${url === null ? escapeHtml(title) : linkTo(url, title, "ink")}</bdi></strong>`;
  const line = (text: string): string => (title === null && url !== null ? linkTo(url, text, "quiet") : escapeHtml(text));
  const lines = sentences.map((sentence) => `<div class="quiet" style="color:${QUIET}">${line(sentence)}</div>`);
  return `<div class="line" style="margin:0 0 16px;padding:12px 0 0;border-top:1px solid #e3e5ea">${heading}${lines.join("")}</div>`;
}

/** Returns the button, and its address for programs that do not show it. */
function actionOf({ label, url }: { label: string; url: string }, linkHint: string): string {
  const style = "display:inline-block;padding:12px 20px;color:#ffffff;font-weight:600;text-decoration:none";
  const button = `<td class="button" bgcolor="#2b2f3a" style="border-radius:10px;background-color:#2b2f3a"><a class="label" href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a></td>`;
  return (
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr>${button}</tr></table>` +
    `<p class="quiet" style="margin:0;font-size:13px;line-height:20px;color:${QUIET}">${escapeHtml(linkHint)}<br><bdi dir="ltr">${linkTo(url, url, "quiet")}</bdi></p>`
  );
}

/** Returns the content of the card. Outlook does not know logical properties, so the side of the quote is written out. */
function contentOf(layout: Layout, linkHint: string, start: "left" | "right"): string {
  const quote = layout.quote
    ? `<blockquote class="line" style="margin:0 0 16px;padding:8px 16px;border-${start}:3px solid #c9ccd6">${escapeHtml(layout.quote).replace(/\r?\n/gu, "<br>")}</blockquote>`
    : "";
  const entry = ({ title, url }: MailLink): string => `<li><bdi>${linkTo(url, title, "ink")}</bdi></li>`;
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
export function htmlOf(layout: Layout, { footer, linkHint, language, ...brand }: Surroundings): string {
  const start = startOf(language);
  const unsubscribe = layout.unsubscribe ? `<br>${linkTo(layout.unsubscribe.url, layout.unsubscribe.label, "quiet")}` : "";
  const row = (content: string, { className = "", style = "" } = {}): string =>
    `<tr><td class="${className}" align="${start}" style="text-align:${start};${style}">${content}</td></tr>`;
  const rows = [
    row(brandHtml(brand, LOGO_HEIGHT), { style: "padding:0 8px 16px" }),
    row(contentOf(layout, linkHint, start), {
      className: "card ink",
      style: `padding:32px;border-radius:16px;background-color:#ffffff;color:${INK};word-break:break-word`,
    }),
    row(`${escapeFilled(footer)}${unsubscribe}`, {
      className: "quiet",
      style: `padding:16px 8px 0;font-size:13px;line-height:20px;color:${QUIET}`,
    }),
  ].join("");
  return frame(rows, { language, subject: layout.subject, preview: plainText(layout.paragraphs[0] ?? layout.subject), width: WIDTH });
}
