import { Button } from "@mantine/core";
import { LANGUAGES } from "@stillreel/i18n";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../dialog.tsx";
import styles from "./transcript.module.css";

/** State of a transcript: what the server writes, or why it does not. */
interface WrittenTranscript {
  state: "absent" | "queued" | "running" | "ready" | "failed" | "none";
  /** Percent. */
  progress: number;
  reason: string | null;
  /** Whether the server can write transcripts. */
  configured: boolean;
  segments: readonly unknown[];
}

interface Props {
  transcript: WrittenTranscript;
  /** @param language null to find it */
  onWrite: (language: string | null) => void;
}

const FIND = "";

const isWriting = ({ state }: WrittenTranscript): boolean => state === "queued" || state === "running";

function SpokenLanguage({ value, onChange }: { value: string; onChange: (language: string) => void }): ReactNode {
  const { t } = useTranslation("transcript");
  return (
    <select className={styles.language} aria-label={t("language")} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value={FIND}>{t("find")}</option>
      {LANGUAGES.map(({ tag, name }) => (
        <option key={tag} value={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** What is shown without a text: why there is none, and how to get one. */
export function WriteForm({ transcript, onWrite }: Props): ReactNode {
  const { t } = useTranslation("transcript");
  const [language, setLanguage] = useState(FIND);
  if (isWriting(transcript) || transcript.state === "failed" || transcript.state === "none" || !transcript.configured)
    return (
      <div className={styles.empty}>
        <StateNotice transcript={transcript} onWrite={onWrite} />
      </div>
    );
  return (
    <div className={styles.empty}>
      <h2>{t("absent.title")}</h2>
      <p>{t("absent.text")}</p>
      <div className={styles.row}>
        <SpokenLanguage value={language} onChange={setLanguage} />
        <Button size="md" onClick={() => onWrite(language === FIND ? null : language)}>
          {t("absent.write")}
        </Button>
      </div>
    </div>
  );
}

/** The state of a transcript that is not ready, as a line above the text. */
export function StateNotice({ transcript, onWrite }: Props): ReactNode {
  const { t } = useTranslation("transcript");
  const { state, progress, reason, configured } = transcript;
  if (isWriting(transcript))
    return (
      <div className={styles.notice} role="status">
        <p>{progress > 0 ? t("writing", { percent: progress }) : t("waiting")}</p>
        {state === "queued" && reason !== null && <p>{t("waitingAgain")}</p>}
        <progress className={styles.progress} max={100} {...(progress > 0 && { value: progress })} aria-label={t("waiting")} />
      </div>
    );
  if (state === "failed")
    return (
      <div className={styles.notice} role="alert">
        <p>
          <b>{t("failed")}</b> {reason !== null && <bdi>{reason}</bdi>}
        </p>
        {configured && (
          <Button variant="default" size="xs" onClick={() => onWrite(null)}>
            {t("retry")}
          </Button>
        )}
      </div>
    );
  if (!configured)
    return (
      <div className={styles.notice}>
        <p>
          <b>{t("off.title")}</b>
        </p>
        <p>{t("off.text")}</p>
      </div>
    );
  if (state === "none")
    return (
      <div className={styles.notice} role="status">
        <p>{t("none")}</p>
        <Button variant="default" size="xs" onClick={() => onWrite(null)}>
          {t("retry")}
        </Button>
      </div>
    );
  return null;
}

/** Writes a transcript while there is a text already: asks, because corrections would be lost. */
export function WriteMenu({ transcript, onWrite }: Props): ReactNode {
  const { t } = useTranslation("transcript");
  const { t: common } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [language, setLanguage] = useState(FIND);
  if (!transcript.configured || isWriting(transcript)) return null;
  const hasText = transcript.segments.length > 0;
  return (
    <>
      <Button variant="quiet" size="xs" onClick={() => setOpen(true)}>
        {hasText ? t("again") : t("absent.write")}
      </Button>
      {isOpen && (
        <Dialog onClose={() => setOpen(false)} size={440} title={hasText ? t("againTitle") : t("absent.write")}>
          <p className={styles.dialogText}>{hasText ? t("againText") : t("absent.text")}</p>
          <SpokenLanguage value={language} onChange={setLanguage} />
          <div className={styles.actions}>
            <Button variant="quiet" size="md" onClick={() => setOpen(false)}>
              {common("actions.cancel")}
            </Button>
            <Button
              size="md"
              onClick={() => {
                setOpen(false);
                onWrite(language === FIND ? null : language);
              }}
            >
              {hasText ? t("againDo") : t("absent.write")}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
