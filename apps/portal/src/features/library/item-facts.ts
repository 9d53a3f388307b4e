// Digits stay Latin in every language (DESIGN §8).
const inLanguage = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(`${language}-u-nu-latn`, options);
const formats = new Map<string, Intl.DateTimeFormat>();

/** A day as `MMM DD, YYYY`, in the language's own order: "Sep 18, 2026". */
export function formatDay(iso: string, language: string): string {
  let format = formats.get(language);
  if (!format) {
    format = inLanguage(language, { month: "short", day: "2-digit", year: "numeric" });
    formats.set(language, format);
  }
  return format.format(new Date(iso));
}

/** Day and time, for details. */
export function formatMoment(iso: string, language: string): string {
  return inLanguage(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));
}

/** A count with the language's separators and Latin digits. */
export function formatCount(count: number, language: string): string {
  return new Intl.NumberFormat(`${language}-u-nu-latn`).format(count);
}

const TYPE_NAMES: Record<string, string> = { "image/png": "PNG", "image/jpeg": "JPG", "image/webp": "WebP", "image/gif": "GIF" };

/** A file type's short name: "PNG". */
export function formatType(mimeType: string): string {
  return TYPE_NAMES[mimeType] ?? (mimeType.split("/")[1] ?? mimeType).toUpperCase();
}

/** "1280 × 800", or null when the size in pixels is not known yet. */
export function formatDimensions(width: number | null, height: number | null): string | null {
  return width && height ? `${width} × ${height}` : null;
}
