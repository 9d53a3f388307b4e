import type { NotificationSentence, ReportReason } from "@stillreel/contract";
import en from "@stillreel/i18n/en/notifications.json" with { type: "json" };
import { catalogueReader, pluralOf } from "../languages/index.ts";

type Sentences = Record<NotificationSentence, (typeof en)["sentence"]["comment"]>;

interface NotificationTexts {
  sentence: Sentences;
  noActor: string;
  reasons: Record<ReportReason, string>;
}

/** Returns the texts of a language such as `pt-BR`, or the English ones, and the language that they have. */
const textsOf = catalogueReader<NotificationTexts>("notifications", en);

/** Values of a sentence about a notification. */
export interface SentenceValues {
  /** Name of the sentence. */
  sentence: NotificationSentence;
  /** Name of the newest actor, or null. */
  name: string | null;
  /** Number of further actors. */
  others: number;
  /** Number of events. */
  count: number;
  emoji: string | null;
  /** Used part of the quota. */
  percent: number | null;
  /** Why an administrator removed a link. */
  reason: ReportReason | null;
}

/** Returns the sentence about a notification in a language such as `pt-BR`, or in English, without markup. */
export function notificationSentence(language: string, { sentence, name, others, count, emoji, percent, reason }: SentenceValues): string {
  const { language: known, texts } = textsOf(language);
  const number = others > 0 ? others : count;
  const form = others > 0 ? "others" : count > 1 ? "many" : "one";
  const forms: Record<string, string> = texts.sentence[sentence];
  const text = (form === "one" ? "" : pluralOf(forms, form, number, known)) || texts.sentence[sentence].one;
  const values: Record<string, string> = {
    name: name ?? texts.noActor,
    count: String(number),
    emoji: emoji ?? "",
    percent: String(percent ?? ""),
    reason: reason === null ? "" : texts.reasons[reason],
  };
  return text
    .replaceAll(/<\/?b>/gu, "")
    .replaceAll(/\{\{(\w+)\}\}/gu, (_whole, key: string) => values[key] ?? "")
    .replaceAll(/ {2,}/gu, " ");
}
