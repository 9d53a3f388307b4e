import en from "@stillreel/i18n/en/health.json" with { type: "json" };
import { catalogueReader } from "../../platform/languages/index.ts";

/** Values of the placeholders of a text. */
export type Values = Record<string, string | number>;

/** Texts of all checks in one language. */
export type HealthTexts = typeof en;

const reader = catalogueReader("health", en);

/** Returns the texts for a language tag such as `pt-BR`: those of the language, else English. */
export const healthTextsOf = (language: string): HealthTexts => reader(language).texts;

/** Replaces the placeholders of a text by values. */
export const fill = (text: string, values: Values): string =>
  text.replace(/\{\{(\w+)\}\}/gu, (_whole, name: string) => String(values[name] ?? ""));

const UNITS = ["B", "KB", "MB", "GB", "TB"] as const;

/** Formats a size in bytes: "1.4 GB". */
export function sizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${value < 10 && power > 1 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`;
}
