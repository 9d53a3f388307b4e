import { Chip, Strip } from "@stillreel/ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "@stillreel/i18n";
import styles from "./transfer-list.module.css";

interface Props {
  status: "waiting" | "running" | "ready" | "failed";
  done: number;
  items: number;
  /** Accessible name of the progress. */
  label: string;
  /** Announced when it is ready. */
  ready: string;
}

/** State of an export or import: a progress bar while it runs, a word at its end. */
export function TransferState({ status, done, items, label, ready }: Props): ReactNode {
  const { t, i18n } = useTranslation("account");
  if (status === "ready") return <Chip tone="ok">{ready}</Chip>;
  if (status === "failed") return <Chip tone="bad">{t("data.state.failed")}</Chip>;
  const language = i18n.resolvedLanguage ?? "en";
  const text =
    status === "waiting" || items === 0
      ? t("data.state.waiting")
      : t("data.state.running", { done: formatCount(done, language), items: formatCount(items, language) });
  return (
    <div className={styles.progress}>
      <small>{text}</small>
      {status === "running" && items > 0 ? <Strip label={label} value={done / items} /> : <Strip label={label} />}
    </div>
  );
}
