import { LANGUAGES, TRANSLATED } from "@stillreel/i18n";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { changeLanguage } from "../platform/i18n.ts";
import styles from "./language-select.module.css";

/** Languages of the menu; with a single one there is nothing to choose. */
const offered = LANGUAGES.filter((language) => TRANSLATED.includes(language.tag));

/** Whether there is a choice of languages. */
export const canChooseLanguage = offered.length > 1;

/** Selects this device's language; each is listed by its own name. `onChosen` stores it in the account. */
export function LanguageSelect({ label, onChosen }: { label: string; onChosen?: (tag: string) => void }): ReactNode {
  const { i18n } = useTranslation();
  // Arrow keys choose one language after the other, faster than their texts are loaded: the next key must continue from the chosen one.
  const [loading, setLoading] = useState<string | null>(null);
  const choose = async (tag: string): Promise<void> => {
    setLoading(tag);
    onChosen?.(tag);
    await changeLanguage(tag);
    setLoading((current) => (current === tag ? null : current));
  };
  return (
    <select
      className={styles.select}
      data-boxed={onChosen ? true : undefined}
      aria-label={label}
      value={offered.find((language) => language.tag === (loading ?? i18n.resolvedLanguage))?.tag ?? "en"}
      onChange={(event) => void choose(event.currentTarget.value)}
    >
      {offered.map((language) => (
        <option key={language.tag} value={language.tag} lang={language.tag}>
          {language.name}
        </option>
      ))}
    </select>
  );
}
