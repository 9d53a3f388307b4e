import { Button } from "@mantine/core";
import { EditorChoice } from "@stillreel/editor/react";
import { ICON } from "@stillreel/ui";
import { IconCopyPlus, IconReplace, IconVersions } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./annotate.module.css";

interface Choice {
  label: string;
  text: string;
  icon: ReactNode;
  run: () => void;
}

interface Props {
  title: string;
  text: string;
  /** The first choice loses no data. */
  choices: readonly Choice[];
  isBusy: boolean;
  onClose: () => void;
}

function ChoiceDialog({ title, text, choices, isBusy, onClose }: Props): ReactNode {
  const { t } = useTranslation("annotate");
  return (
    <Dialog onClose={onClose} title={title} size={520}>
      <p className={styles.dialogText}>{text}</p>
      <ul className={styles.choices}>
        {choices.map((choice, index) => (
          <li key={choice.label}>
            <EditorChoice className={styles.choice} disabled={isBusy} data-first-focus={index === 0 || undefined} onClick={choice.run}>
              {choice.icon}
              <span>
                <b>{choice.label}</b>
                <small>{choice.text}</small>
              </span>
            </EditorChoice>
          </li>
        ))}
      </ul>
      <div className={styles.dialogFoot}>
        <Button variant="quiet" size="md" onClick={onClose}>
          {t("cancel")}
        </Button>
      </div>
    </Dialog>
  );
}

interface ConflictProps {
  isBusy: boolean;
  onSaveBoth: () => void;
  onTakeTheirs: () => void;
  onReplace: () => void;
  onClose: () => void;
}

/** Asks how to resolve a conflict with another user's version. Nothing changes before the choice. */
export function ConflictDialog({ onSaveBoth, onTakeTheirs, onReplace, ...frame }: ConflictProps): ReactNode {
  const { t } = useTranslation("annotate");
  return (
    <ChoiceDialog
      {...frame}
      title={t("conflict.title")}
      text={t("conflict.text")}
      choices={[
        { label: t("conflict.both"), text: t("conflict.bothText"), icon: <IconCopyPlus {...ICON} />, run: onSaveBoth },
        { label: t("conflict.theirs"), text: t("conflict.theirsText"), icon: <IconVersions {...ICON} />, run: onTakeTheirs },
        { label: t("conflict.replace"), text: t("conflict.replaceText"), icon: <IconReplace {...ICON} />, run: onReplace },
      ]}
    />
  );
}

interface GoneProps {
  isBusy: boolean;
  onSaveCopy: () => void;
  onClose: () => void;
}

/** Reports that the picture was deleted or became inaccessible during annotation. */
export function GoneDialog({ onSaveCopy, ...frame }: GoneProps): ReactNode {
  const { t } = useTranslation("annotate");
  return (
    <ChoiceDialog
      {...frame}
      title={t("gone.title")}
      text={t("gone.text")}
      choices={[{ label: t("gone.keep"), text: t("gone.keepText"), icon: <IconCopyPlus {...ICON} />, run: onSaveCopy }]}
    />
  );
}
