import type { VideoType } from "@stillreel/contract";

/** Number of bytes for detecting a video type. */
const HEAD_BYTES = 4096;
const EBML = [0x1a, 0x45, 0xdf, 0xa3] as const;
/** The element `DocType`. */
const DOC_TYPE = [0x42, 0x82] as const;
/** Brands of `ftyp` for images or audio in the same box type. */
const NO_VIDEO_BRANDS = new Set(["avif", "avis", "heic", "heix", "hevc", "heim", "heis", "mif1", "msf1", "M4A ", "M4B ", "M4P ", "crx "]);

const startsWith = (bytes: Uint8Array, magic: readonly number[], at = 0): boolean =>
  magic.every((byte, index) => bytes[at + index] === byte);
const text = (bytes: Uint8Array, start: number, end: number): string => Buffer.from(bytes.subarray(start, end)).toString("latin1");

/** Returns the video type by the first bytes; null for everything else: playlists, images, and files with only a video extension. */
export function sniffVideo(head: Uint8Array): VideoType | null {
  const bytes = head.subarray(0, HEAD_BYTES);
  if (startsWith(bytes, EBML)) return sniffEbml(bytes);
  if (text(bytes, 0, 4) === "RIFF" && text(bytes, 8, 12) === "AVI ") return "video/x-msvideo";
  const box = text(bytes, 4, 8);
  if (box === "ftyp" && bytes.length >= 12) {
    const brand = text(bytes, 8, 12);
    if (NO_VIDEO_BRANDS.has(brand)) return null;
    return brand === "qt  " ? "video/quicktime" : "video/mp4";
  }
  // Old QuickTime files have no `ftyp`.
  return ["moov", "mdat", "wide"].includes(box) && bytes.length >= 16 ? "video/quicktime" : null;
}

function sniffEbml(bytes: Uint8Array): VideoType | null {
  for (let at = EBML.length; at + 3 < Math.min(bytes.length, 128); at += 1) {
    if (!startsWith(bytes, DOC_TYPE, at)) continue;
    const length = (bytes[at + 2] ?? 0) & 0x7f;
    const docType = text(bytes, at + 3, at + 3 + length).replace(/\0+$/u, "");
    if (docType === "webm") return "video/webm";
    return docType === "matroska" ? "video/x-matroska" : null;
  }
  return null;
}
