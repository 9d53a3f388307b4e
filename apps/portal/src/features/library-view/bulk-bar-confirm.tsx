import { Button, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
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
    <Modal opened onClose={onClose} title={question.title} size={420} closeButtonProps={{ "aria-label": t("move.close") }}>
      <p className={styles.text}>{question.text}</p>
      <div className={styles.buttons}>
        <Button variant="default" size="md" data-autofocus onClick={onClose}>
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
    </Modal>
  );
}
