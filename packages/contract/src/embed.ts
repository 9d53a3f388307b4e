import type { ItemType } from "./item-values.ts";

/** Data of an item that is embedded in another site: its address in a frame, and the frame's size. */
export interface EmbedFrame {
  /** The item's public page, `…/s/{slug}`. */
  shareUrl: string;
  title: string;
  width: number;
  height: number;
}

/** Default size of a frame. */
export const EMBED_SIZE = { width: 960, height: 540 } as const;
/** Height of the strip below a framed video, in pixels. */
export const EMBED_STRIP = 58;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string): string => text.replace(/[&<>"']/gu, (character) => ENTITIES[character] ?? character);

/** Returns the address of an item in a frame, `…/embed/{slug}`. */
export const embedUrl = (shareUrl: string): string => shareUrl.replace(/\/s\/([^/]+)$/u, "/embed/$1");

/** Returns HTML that embeds an item in a page of another site. */
export function embedCode({ shareUrl, title, width, height }: EmbedFrame): string {
  return `<iframe src="${escaped(embedUrl(shareUrl))}" title="${escaped(title)}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy" allow="fullscreen; picture-in-picture" allowfullscreen></iframe>`;
}

/** Returns the size of an item's frame: its aspect ratio, at its own size within the limits. Unknown sizes use a screen's ratio. */
export function embedSize(
  item: { type: ItemType; width: number | null; height: number | null },
  most: { width: number; height: number } = EMBED_SIZE,
): { width: number; height: number } {
  const strip = item.type === "video" ? EMBED_STRIP : 0;
  const own = item.width && item.height ? { width: item.width, height: item.height } : EMBED_SIZE;
  const scale = Math.min(1, most.width / own.width, Math.max(1, most.height - strip) / own.height);
  return { width: Math.max(1, Math.round(own.width * scale)), height: Math.max(1, Math.round(own.height * scale)) + strip };
}
