import { escapeHtml } from "./mail-values.ts";

/** A block that depends on a picture. Values of users are escaped, so they cannot contain it. */
const BLOCK = /<!--\[picture:([\w-]+)\]-->(.*?)<!--\[or\]-->(.*?)<!--\[end\]-->/gsu;

/** Attributes of a picture in the HTML part. */
export interface PictureAttributes {
  alt: string;
  width: number;
  height?: number;
  style: string;
}

/**
 * Returns HTML with a picture of the mail, and what replaces it when there is none. The decision is made when the mail is sent: a new item
 * has no picture yet, and a removed one has none any more.
 */
export function pictureBlock(
  name: string,
  { alt, width, height, style }: PictureAttributes,
  { around = (image: string) => image, or = "" }: { around?: (image: string) => string; or?: string } = {},
): string {
  const size = `width="${width}"${height === undefined ? "" : ` height="${height}"`}`;
  const image = `<img src="cid:${name}" alt="${escapeHtml(alt)}" ${size} style="${style}">`;
  return `<!--[picture:${name}]-->${around(image)}<!--[or]-->${or}<!--[end]-->`;
}

/**
 * Decides all blocks of an HTML part.
 * @param idOf returns the id of the attached picture, or null when it is missing
 */
export function decideBlocks(html: string, idOf: (name: string) => string | null): string {
  return html.replace(BLOCK, (_whole, name: string, shown: string, or: string) => {
    const id = idOf(name);
    return id === null ? or : shown.replaceAll(`"cid:${name}"`, `"cid:${id}"`);
  });
}
