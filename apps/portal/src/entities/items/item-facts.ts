export { formatDay } from "../../platform/format/format-date.ts";

// Latin digits in every language (DESIGN §8).
const inLanguage = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(`${language}-u-nu-latn`, options);
/** Formats date and time. */
export function formatDateTime(iso: string, language: string): string {
  return inLanguage(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));
}

const TYPE_NAMES: Record<string, string> = {
  "image/png": "PNG",
  "image/jpeg": "JPG",
  "image/webp": "WebP",
  "image/gif": "GIF",
  "video/quicktime": "MOV",
  "video/x-matroska": "MKV",
};

/** Returns the short name of a file type: "PNG". */
export function formatType(mimeType: string): string {
  return TYPE_NAMES[mimeType] ?? (mimeType.split("/")[1] ?? mimeType).toUpperCase();
}

/** Returns "1280 × 800", or null when the dimensions are unknown. */
export function formatDimensions(width: number | null, height: number | null): string | null {
  return width && height ? `${width} × ${height}` : null;
}

/** Formats a duration: "0:48", "1:08:21". */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number): string => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Returns the whole days until a time, at least 0. */
export function daysUntil(iso: string, now: number): number {
  return Math.max(0, Math.ceil((new Date(iso).getTime() - now) / 86_400_000));
}
