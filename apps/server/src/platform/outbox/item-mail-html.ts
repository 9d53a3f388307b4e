import { stripHtml } from "./item-mail-strip.ts";
import { faceHtml } from "./item-mail-face.ts";
import { ITEM_PICTURE } from "./item-mail-pictures.ts";
import { choicePartsOf } from "./mail-choices.ts";
import { type Brand, brandHtml, frame, INK, LINE, linkHtml, linkTo, QUIET, startOf, tableOf, YELLOW } from "./mail-frame.ts";
import { type ItemLayout, type LabelledLink, oneLine, type ShownComment } from "./mail-layout.ts";
import { pictureBlock } from "./mail-picture-blocks.ts";
import { escapeFilled, escapeHtml, plainText, gapOf } from "./mail-values.ts";

/** Width of the card, and of what is in it, in pixels. */
const WIDTH = 600;
const INNER = WIDTH - 2 * 32;
const FACE = 44;
const COMMENT_FACE = 36;
const LOGO_HEIGHT = 28;

type Side = "left" | "right";

const endOf = (start: Side): Side => (start === "left" ? "right" : "left");
const lines = (text: string): string => escapeHtml(text).replace(/\r?\n/gu, "<br>");

function headingHtml({ face, heading, byline }: ItemLayout, start: Side): string {
  const title = `<h1 class="ink" style="margin:0;font-size:21px;line-height:28px;font-weight:700;color:${INK}">${escapeFilled(heading)}</h1>`;
  const line =
    byline === null
      ? ""
      : `<p class="quiet" style="margin:2px 0 0;font-size:15px;line-height:21px;color:${QUIET}">${escapeFilled(byline)}</p>`;
  if (face === null) return title + line;
  return tableOf(
    "",
    `<tr><td width="${FACE}" valign="top">${faceHtml(face, FACE)}</td><td valign="middle" align="${start}" style="padding-${start}:12px;text-align:${start}">${title}${line}</td></tr>`,
  );
}

const quoteHtml = (quote: string, start: Side): string =>
  `<blockquote dir="auto" class="ink" style="margin:16px 0 0;padding:2px 0;padding-${start}:14px;border-${start}:3px solid ${YELLOW};font-size:17px;line-height:26px;text-align:start;color:${INK}">${lines(quote)}</blockquote>`;

function chipHtml({ label, url }: LabelledLink): string {
  return `&nbsp; <a class="chip" href="${escapeHtml(url)}" style="padding:1px 8px;border-radius:6px;background-color:#ffe6a8;color:#5c3d00;font-size:14px;text-decoration:none">${escapeHtml(label)}</a>`;
}

function commentHtml({ face, time, text, reply }: ShownComment, start: Side): string {
  const name = `<strong><bdi>${escapeHtml(face.name)}</bdi></strong>${time === null ? "" : chipHtml(time)}`;
  const answer = `<div style="margin:8px 0 0;font-size:14px;line-height:20px">${linkHtml(reply.url, escapeFilled(reply.label), "ink")}</div>`;
  const cells = `<tr><td width="${COMMENT_FACE}" valign="top">${faceHtml(face, COMMENT_FACE)}</td><td class="ink" valign="top" align="${start}" style="padding-${start}:12px;text-align:${start};color:${INK}">${name}<div dir="auto" style="margin:2px 0 0;text-align:start">${lines(text)}</div>${answer}</td></tr>`;
  return tableOf(
    "margin:16px 0 0",
    `<tr><td class="box" bgcolor="#fff6e3" style="padding:14px;border-radius:${start === "left" ? "4px 16px 16px 4px" : "16px 4px 4px 16px"};background-color:#fff6e3">${tableOf("", cells)}</td></tr>`,
  );
}

/** Returns the linked picture. Without one, the rest of the mail has everything that it shows. */
function pictureHtml({ hasPicture, alt, action }: ItemLayout): string {
  if (!hasPicture) return "";
  const style = `display:block;width:100%;max-width:${INNER}px;height:auto;border:0;border-radius:14px;font-size:15px;line-height:22px;color:${INK}`;
  const around = (image: string): string =>
    `<div class="line" style="margin:16px 0 0;border:1px solid ${LINE};border-radius:15px"><a class="ink" href="${escapeHtml(action.url)}" style="color:${INK}">${image}</a></div>`;
  return pictureBlock(ITEM_PICTURE, { alt, width: INNER, style }, { around });
}

function buttonHtml({ label, url }: LabelledLink): string {
  const style = "display:inline-block;padding:12px 20px;color:#ffffff;font-weight:600;text-decoration:none;white-space:nowrap";
  return `<table class="wide" role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="button" bgcolor="#17171c" align="center" style="border-radius:10px;background-color:#17171c"><a class="label" href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a></td></tr></table>`;
}

/** Returns the title with the facts, and the button beside it: below it on a phone. */
function titleHtml({ title, facts, action }: ItemLayout, start: Side): string {
  const text = `<div class="ink" style="font-size:17px;font-weight:600;color:${INK}"><bdi>${escapeHtml(oneLine(title))}</bdi></div><div class="quiet" style="font-size:15px;line-height:21px;color:${QUIET}">${escapeFilled(facts)}</div>`;
  return tableOf(
    "margin:16px 0 0",
    `<tr><td class="stack" valign="middle" align="${start}" style="padding-${endOf(start)}:16px;text-align:${start}">${text}</td><td class="stack" valign="middle" width="1%">${buttonHtml(action)}</td></tr>`,
  );
}

function footerHtml(layout: ItemLayout, { language, ...brand }: Brand & { language: string }, start: Side): string {
  const { reason, choices, sentBy } = layout;
  const parts = choicePartsOf(choices);
  const links = parts.map(({ text, url }) => (url === null ? escapeHtml(text) : linkTo(url, text, "quiet"))).join("");
  const text = `${escapeFilled(reason)}${links === "" ? "" : `${gapOf(language)}${links}`}<br>${escapeFilled(sentBy)}`;
  const logo = `<td class="stack" valign="top" width="1%" style="padding-${endOf(start)}:18px;white-space:nowrap">${brandHtml(brand, LOGO_HEIGHT)}</td>`;
  const note = `<td class="quiet stack" valign="top" align="${start}" style="text-align:${start};font-size:13px;line-height:20px;color:${QUIET}">${text}</td>`;
  const cell = `<td class="line" style="padding:16px 0 0;border-top:1px solid ${LINE}">${tableOf("", `<tr>${logo}${note}</tr>`)}</td>`;
  return tableOf("margin:20px 0 0", `<tr>${cell}</tr>`);
}

const sentenceHtml = (text: string): string =>
  `<p class="quiet" style="margin:16px 0 0;font-size:15px;line-height:22px;color:${QUIET}">${text}</p>`;

/** Returns the HTML part of a mail about an item. Its pictures are decided when it is sent. */
export function itemHtmlOf(layout: ItemLayout, { language, ...brand }: Brand & { language: string }): string {
  const start = startOf(language);
  const { terms, more, strip, quote } = layout;
  const content = [
    headingHtml(layout, start),
    quote === null ? "" : quoteHtml(quote, start),
    ...layout.comments.map((comment) => commentHtml(comment, start)),
    more === null ? "" : sentenceHtml(escapeHtml(more)),
    pictureHtml(layout),
    strip === null ? "" : stripHtml(strip),
    titleHtml(layout, start),
    terms.length === 0 ? "" : sentenceHtml(escapeFilled(terms.join(gapOf(language)))),
    footerHtml(layout, { ...brand, language }, start),
  ].join("");
  const card = `<tr><td class="card ink" align="${start}" style="padding:32px;border-radius:16px;background-color:#ffffff;color:${INK};text-align:${start};word-break:break-word">${content}</td></tr>`;
  return frame(card, { language, subject: oneLine(plainText(layout.subject)), preview: layout.preview, width: WIDTH });
}
