import { prependRows } from "./png-rows.ts";

/** Height of the stamp line with its text and padding, in CSS pixels, as on the preferences page. */
const LINE = 30;
const FONT = 13;
const ROOM = 14;
const GAP = 18;

/** Content of the stamp line. */
export interface Stamp {
  takenAt: Date;
  /** Address of the page; null when there is none. */
  pageUrl: string | null;
  language: string;
  direction: "ltr" | "rtl";
}

/** Formats a date like `Nov 21, 2026, 14:06` in the given language, always with Latin digits. */
export function stampDate(takenAt: Date, language: string): string {
  const format = { year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat(`${language}-u-nu-latn`, format).format(takenAt);
}

/** Returns host and path of an address, without scheme, query, fragment and trailing slash. */
export function stampAddress(pageUrl: string | null): string {
  if (!pageUrl || !URL.canParse(pageUrl)) return "";
  const { protocol, host, pathname } = new URL(pageUrl);
  if (protocol !== "http:" && protocol !== "https:" && protocol !== "file:") return "";
  let path = pathname;
  try {
    path = decodeURI(pathname);
  } catch {
    // Text that is not valid percent-encoding stays as it is.
  }
  // Characters that change the text direction could disguise an address.
  return (host + path).replace(/[\u0000-\u001f\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "").replace(/\/$/u, "");
}

/** Removes characters from the middle until the text fits. */
export function elide(text: string, most: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= most) return text;
  const letters = [...text];
  const cut = (count: number): string =>
    `${letters.slice(0, Math.ceil(count / 2)).join("")}…${letters.slice(letters.length - Math.floor(count / 2)).join("")}`;
  let [least, high] = [0, letters.length - 1];
  while (least < high) {
    const middle = Math.ceil((least + high) / 2);
    if (widthOf(cut(middle)) <= most) least = middle;
    else high = middle - 1;
  }
  return widthOf(cut(least)) <= most ? cut(least) : "";
}

/** Draws the stamp line with the width of the picture. */
function drawLine(width: number, scale: number, { takenAt, pageUrl, language, direction }: Stamp): ImageData {
  const height = Math.max(1, Math.round(LINE * scale));
  const pen = new OffscreenCanvas(width, height).getContext("2d");
  if (!pen) throw new Error("This machine draws no pictures.");
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = "#e5e5ea";
  pen.fillRect(0, height - Math.max(1, Math.round(scale)), width, height);
  pen.font = `${FONT * scale}px "Onest", system-ui, sans-serif`;
  pen.textBaseline = "middle";
  pen.fillStyle = "#17161c";
  const widthOf = (text: string): number => pen.measureText(text).width;
  const most = width - 2 * ROOM * scale;
  const date = elide(stampDate(takenAt, language), most, widthOf);
  const address = elide(stampAddress(pageUrl), most - widthOf(date) - GAP * scale, widthOf);
  const middle = height / 2;
  const [start, end] = [ROOM * scale, width - ROOM * scale];
  const isRtl = direction === "rtl";
  pen.textAlign = isRtl ? "right" : "left";
  pen.direction = isRtl ? "rtl" : "ltr";
  pen.fillText(date, isRtl ? end : start, middle);
  // An address is left-to-right in every language.
  pen.direction = "ltr";
  pen.textAlign = isRtl ? "left" : "right";
  pen.fillText(address, isRtl ? start : end, middle);
  return pen.getImageData(0, 0, width, height);
}

/**
 * Adds a thin line with date and address above a picture. The pixels of the picture stay unchanged at any height.
 * @returns the new picture, and the offset of the old one in pixels
 */
export async function stampPicture(picture: Blob, width: number, scale: number, stamp: Stamp): Promise<{ picture: Blob; movedBy: number }> {
  const line = drawLine(width, scale, stamp);
  return { picture: await prependRows(picture, line), movedBy: line.height };
}
