import { loadAllTexts, startI18n } from "../platform/i18n.ts";

/** Starts i18next with the English texts of every screen: tests render screens without the routes that load their texts. */
export async function startInEnglish(): Promise<void> {
  await Promise.all([startI18n(), loadAllTexts()]);
}
