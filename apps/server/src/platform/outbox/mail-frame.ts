import { directionOf } from "@stillreel/i18n";
import { escapeHtml } from "./mail-values.ts";

/** Colours of texts. */
export const INK = "#1d2029";
export const QUIET = "#5d6270";
/** Colour of lines, and the colour that marks what is played or quoted. */
export const LINE = "#e3e5ea";
export const YELLOW = "#ffc32d";

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
  ["box", "background-color:#2e2613!important"],
  ["chip", "background-color:#4a3b12!important;color:#ffd673!important"],
  ["face", "background-color:#3d4250!important"],
  ["rest", "background-color:#4a4f5e!important"],
];

const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${DARK.map(([name, rule]) => `.${name}{${rule}}`).join("")}}
${DARK.map(([name, rule]) => `[data-ogsc] .${name}{${rule}}`).join("")}
@media (max-width:480px){.outside{padding:16px 8px!important}.card{padding:24px 16px!important}.stack{display:block!important;width:100%!important;padding-left:0!important;padding-right:0!important;box-sizing:border-box!important}.wide{width:100%!important;margin-top:12px!important}.wide a{display:block!important;text-align:center!important}}`;

/** Returns a link. `label` is HTML. */
export const linkHtml = (url: string, label: string, colour: "ink" | "quiet"): string =>
  `<a class="${colour}" href="${escapeHtml(url)}" style="color:${colour === "ink" ? INK : QUIET};word-break:break-word">${label}</a>`;

/** Returns a link with a text. */
export const linkTo = (url: string, text: string, colour: "ink" | "quiet"): string => linkHtml(url, escapeHtml(text), colour);

/** Returns a table without borders. Mail programs display tables more alike than blocks. */
export const tableOf = (style: string, rows: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style}">${rows}</table>`;

/** Returns the side of the start of a line. Outlook does not know logical properties, so sides are written out. */
export const startOf = (language: string): "left" | "right" => (directionOf(language) === "rtl" ? "right" : "left");

/** What surrounds the rows of a mail. */
export interface Framing {
  language: string;
  subject: string;
  /** What mail programs show in their list, behind the subject. */
  preview: string;
  /** Maximum width in pixels. */
  width: number;
}

/** Returns a document with rows of one column. */
export function frame(rows: string, { language, subject, preview, width }: Framing): string {
  const direction = directionOf(language);
  // Outlook on Windows ignores the maximum width, so it gets a table of this width.
  const framed = `<!--[if mso]><table role="presentation" width="${width}" align="center"><tr><td><![endif]-->${tableOf(
    `max-width:${width}px;margin:0 auto`,
    rows,
  )}<!--[if mso]></td></tr></table><![endif]-->`;
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title>
<style>${STYLE}</style></head>
<body class="page" dir="${direction}" style="margin:0;padding:0;background-color:#f4f5f7">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f4f5f7" dir="${direction}" style="background-color:#f4f5f7;font-family:system-ui,-apple-system,'Segoe UI',Arial,sans-serif;font-size:16px;line-height:24px"><tr><td class="outside" align="center" style="padding:24px 12px">${framed}</td></tr></table>
</body>
</html>
`;
}

/** Name and logo of the installation. */
export interface Brand {
  name: string;
  /** Address of the logo, or null. */
  logoUrl: string | null;
}

/** Returns the logo, or the name without one. */
export function brandHtml({ name, logoUrl }: Brand, height: number): string {
  return logoUrl === null
    ? `<span class="ink" style="font-size:17px;font-weight:700;color:${INK}">${escapeHtml(name)}</span>`
    : `<img src="${escapeHtml(logoUrl)}" alt="${escapeHtml(name)}" height="${height}" style="display:block;height:${height}px;max-width:240px;border:0">`;
}
