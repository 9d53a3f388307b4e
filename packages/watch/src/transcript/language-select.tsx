import type { ReactNode } from "react";
import { useTexts } from "../texts-context.tsx";
import styles from "./transcript.module.css";

interface Props {
  tracks: readonly { language: string; label: string }[];
  value: string;
  onChange(language: string): void;
}

/** The languages in which the text exists. */
export function LanguageSelect({ tracks, value, onChange }: Props): ReactNode {
  const { t } = useTexts();
  return (
    <select
      className={styles.language}
      aria-label={t("transcript.language")}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {tracks.map(({ language, label }) => (
        <option key={language} value={language}>
          {label}
        </option>
      ))}
    </select>
  );
}
