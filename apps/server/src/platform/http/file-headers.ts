/** Types that a browser may display inline. All other types are downloaded. */
const INLINE_TYPES = new Set([
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/gif",
  "video/mp4",
  "video/webm",
  "audio/mp4",
  "audio/webm",
  "audio/mpeg",
  "audio/wav",
  "audio/ogg",
  "text/vtt",
]);

/** Returns a safe content type: the stored one if it is known, else plain bytes. */
export function contentTypeOf(mimeType: string): string {
  return INLINE_TYPES.has(mimeType) ? mimeType : "application/octet-stream";
}

/** Returns `Content-Disposition` with the name in both formats (RFC 6266, RFC 5987), safe for any name. */
export function contentDisposition(disposition: "inline" | "attachment", fileName: string, mimeType: string): string {
  const kind = INLINE_TYPES.has(mimeType) ? disposition : "attachment";
  if (fileName === "") return kind;
  const clean = fileName.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069/\\]/gu, "_");
  const plain = clean.replace(/[^\x20-\x7e]|["%]/gu, "_");
  const encoded = encodeURIComponent(clean).replace(/['()*]/gu, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * Parses a range header: one range, everything, or an unsatisfiable range. Several ranges and invalid headers give
 * everything, as RFC 9110 allows.
 */
export function parseRange(header: string | undefined, sizeBytes: number): { start: number; end: number } | "all" | "unsatisfiable" {
  const parts = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/iu.exec(header ?? "");
  const [, from = "", to = ""] = parts ?? [];
  if (!parts || (from === "" && to === "")) return "all";
  if (from === "") {
    const count = Math.min(Number(to), sizeBytes);
    return count === 0 ? "unsatisfiable" : { start: sizeBytes - count, end: sizeBytes - 1 };
  }
  const start = Number(from);
  if (to !== "" && Number(to) < start) return "all";
  if (start >= sizeBytes) return "unsatisfiable";
  return { start, end: to === "" ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1) };
}

/** Returns whether an `If-None-Match` header contains the tag. Uses weak comparison. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === "*" || header.split(",").some((tag) => tag.trim().replace(/^W\//u, "") === etag);
}
