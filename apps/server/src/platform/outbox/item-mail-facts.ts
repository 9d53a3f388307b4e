import { joinList } from "@stillreel/i18n";
import { formatDuration } from "../duration.ts";
import { pluralOf, type Known as KnownTexts } from "../languages/index.ts";
import type { MailedItem, MailedTerms } from "./item-mail.types.ts";
import type { MailTexts } from "./mail-texts.ts";
import { dayOf, fill, fillIsolated } from "./mail-values.ts";

/** Names of image types as people know them. */
const TYPES: Record<string, string> = { "image/png": "PNG", "image/jpeg": "JPG", "image/webp": "WebP", "image/gif": "GIF" };

/** Language and texts of a mail. */
export type Known = KnownTexts<MailTexts>;

type CountedText = "chapters" | "views" | "more";

/** Returns a text with a number in the form that the language has for it. */
export const counted = ({ language, texts }: Known, key: CountedText, count: number): string =>
  fill(pluralOf(texts.item, key, count, language), { count: String(count) });

function languageName(tag: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Returns the length of a video as it is shown; null for images, and while it is unknown. */
export const lengthTextOf = ({ type, lengthMs }: MailedItem): string | null =>
  type !== "video" || lengthMs === null ? null : formatDuration(lengthMs);

/** Returns one line about an item: length, chapters and captions of a video, or the size and type of an image. */
export function factsOf(known: Known, item: MailedItem): string {
  const { item: texts } = known.texts;
  const { chapters, captions, width, height, mimeType } = item;
  if (item.type === "image") {
    const size = width === null || height === null ? [] : [fill(texts.size, { width: String(width), height: String(height) })];
    return joinList([...size, TYPES[mimeType] ?? ""].filter(Boolean), known.language);
  }
  if (item.type === "board") return "";
  const names = captions.map((tag) => languageName(tag, known.language));
  const facts = [
    lengthTextOf(item),
    chapters.length > 0 ? counted(known, "chapters", chapters.length) : null,
    names.length > 0 ? fill(texts.captions, { languages: new Intl.ListFormat(known.language).format(names) }) : null,
  ];
  return joinList(
    facts.filter((fact) => fact !== null),
    known.language,
  );
}

/** Returns the chapter of a position as text, or null without chapters. */
export function chapterTextOf({ texts }: Known, { chapters }: MailedItem, atS: number): string | null {
  const index = chapters.findLastIndex(({ timestamp }) => timestamp <= atS);
  const chapter = chapters[index];
  if (!chapter) return null;
  return fillIsolated(texts.item.chapterOf, { chapter: chapter.name, number: String(index + 1), count: String(chapters.length) });
}

/** Returns sentences that say who can open a link, and how long. */
export function termsTextOf(known: Known, { isOpen, hasPassword, expiresAt, maxViews }: MailedTerms, name: string): string[] {
  const { item: texts } = known.texts;
  return [
    isOpen ? (hasPassword ? fillIsolated(texts.password, { name }) : texts.everyone) : texts.readers,
    ...(expiresAt === null ? [] : [fill(texts.closes, { date: dayOf(expiresAt, known.language) })]),
    ...(maxViews === null ? [] : [counted(known, "views", maxViews)]),
  ];
}
