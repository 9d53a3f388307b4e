import type { NotificationSentence, ReportReason } from "@stillreel/contract";
import en from "@stillreel/i18n/en/notifications.json" with { type: "json" };

type Sentences = Record<NotificationSentence, (typeof en)["sentence"]["comment"]>;

interface NotificationTexts {
  sentence: Sentences;
  noActor: string;
  reasons: Record<ReportReason, string>;
}

/** Languages of notifications. English is always complete. */
const TEXTS: Record<string, NotificationTexts> = { en };

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

/** Returns the texts of a language such as `pt-BR`, or the English ones, and the language that they have. */
function textsOf(language: string): { known: string; texts: NotificationTexts } {
  const short = language.toLowerCase().split("-")[0] ?? "en";
  const known = short in TEXTS ? short : "en";
  return { known, texts: TEXTS[known] ?? en };
}

/** Returns the sentence about a notification in a language such as `pt-BR`, or in English, without markup. */
export function notificationSentence(language: string, { sentence, name, others, count, emoji, percent, reason }: SentenceValues): string {
  const { known, texts } = textsOf(language);
  const number = others > 0 ? others : count;
  const form = others > 0 ? "others" : count > 1 ? "many" : "one";
  const forms: Record<string, string> = texts.sentence[sentence];
  const plural = forms[`${form}_${new Intl.PluralRules(known).select(number)}`] ?? forms[`${form}_other`];
  const text = (form === "one" ? undefined : plural) ?? texts.sentence[sentence].one;
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
