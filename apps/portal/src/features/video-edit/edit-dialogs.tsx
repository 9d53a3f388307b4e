import { Button } from "@mantine/core";
import { EditorChoice } from "@stillreel/editor/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./video-edit.module.css";

interface ConflictProps {
  isBusy: boolean;
  onTakeTheirs: () => void;
  onSaveCopy: () => void;
  onClose: () => void;
}

/** Asks what happens with the own edits after others were stored. Nothing is lost with either answer. */
export function ConflictDialog({ isBusy, onTakeTheirs, onSaveCopy, onClose }: ConflictProps): ReactNode {
  const { t } = useTranslation("video-edit");
  return (
    <Dialog title={t("conflict.title")} size={520} onClose={onClose}>
      <p className={styles.text}>{t("conflict.text")}</p>
      <div className={styles.choices}>
        <EditorChoice disabled={isBusy} data-first-focus onClick={onTakeTheirs}>
          <b>{t("conflict.theirs")}</b>
          <small>{t("conflict.theirsText")}</small>
        </EditorChoice>
        <EditorChoice disabled={isBusy} onClick={onSaveCopy}>
          <b>{t("conflict.copy")}</b>
          <small>{t("conflict.copyText")}</small>
        </EditorChoice>
      </div>
    </Dialog>
  );
}

interface LettersProps {
  letters: string;
  onSave: () => void;
  onClose: () => void;
}

/** Names the letters of texts that the server cannot draw, before the video is saved. */
export function MissingLettersDialog({ letters, onSave, onClose }: LettersProps): ReactNode {
  const { t } = useTranslation("video-edit");
  return (
    <Dialog title={t("letters.title")} size={420} onClose={onClose}>
      <p className={styles.text}>{t("letters.text")}</p>
      <p className={styles.letters}>
        <bdi>{[...letters].join(" ")}</bdi>
      </p>
      <div className={styles.foot}>
        <Button variant="default" data-first-focus onClick={onClose}>
          {t("lost.back")}
        </Button>
        <Button onClick={onSave}>{t("letters.save")}</Button>
      </div>
    </Dialog>
  );
}

interface LostProps {
  names: readonly string[];
  onSave: () => void;
  onClose: () => void;
}

/** Lists chapters whose content is removed, before the video is saved. */
export function LostChaptersDialog({ names, onSave, onClose }: LostProps): ReactNode {
  const { t } = useTranslation("video-edit");
  return (
    <Dialog title={t("lost.title")} size={420} onClose={onClose}>
      <p className={styles.text}>{t("lost.text")}</p>
      <ul className={styles.names}>
        {names.map((name) => (
          <li key={name}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <Button variant="default" onClick={onClose}>
          {t("lost.back")}
        </Button>
        <Button onClick={onSave}>{t("save")}</Button>
      </div>
    </Dialog>
  );
}

interface DeleteProps {
  isBusy: boolean;
  onDelete: () => void;
  onClose: () => void;
}

/** Asks before the original and all other versions are deleted, because that cannot be undone. */
export function DeleteOriginalDialog({ isBusy, onDelete, onClose }: DeleteProps): ReactNode {
  const { t } = useTranslation("video-edit");
  return (
    <Dialog title={t("versions.deleteTitle")} size={420} onClose={onClose}>
      <p className={styles.text}>{t("versions.deleteText")}</p>
      <div className={styles.foot}>
        <Button variant="default" data-first-focus onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button variant="danger" loading={isBusy} onClick={onDelete}>
          {t("versions.delete")}
        </Button>
      </div>
    </Dialog>
  );
}
