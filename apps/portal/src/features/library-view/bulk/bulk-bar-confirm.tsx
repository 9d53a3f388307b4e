import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/dialog.tsx";
import styles from "./bulk-bar-confirm.module.css";

/** Confirmation before an irreversible change. */
export interface Question {
  title: string;
  text: string;
  action: string;
  run: () => void;
}

/** Confirmation dialog; Cancel has the initial focus. */
export function BulkConfirm({ question, onClose }: { question: Question; onClose: () => void }): ReactNode {
  const { t } = useTranslation("selection");
  return (
    <Dialog onClose={onClose} title={question.title} size={420}>
      <p className={styles.text}>{question.text}</p>
      <div className={styles.buttons}>
        <Button variant="default" size="md" data-first-focus onClick={onClose}>
          {t("actions.cancel")}
        </Button>
        <Button
          size="md"
          onClick={() => {
            onClose();
            question.run();
          }}
        >
          {question.action}
        </Button>
      </div>
    </Dialog>
  );
}
