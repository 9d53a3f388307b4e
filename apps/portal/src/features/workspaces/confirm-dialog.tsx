import { Button } from "@mantine/core";
import { toasts } from "@stillreel/ui";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../platform/api.ts";
import styles from "../../ui/dialog.module.css";
import { Dialog } from "../../ui/dialog.tsx";

interface Props {
  title: string;
  /** Label of the confirm button: "Remove member". */
  action: string;
  /** Message after success. */
  done?: string;
  /** Runs the action. Its error is displayed in the dialog, which stays open. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
  /** Consequences of the action. */
  children: ReactNode;
}

/** Confirms an irreversible action. Cancel has the initial focus. Mounted while open. */
export function ConfirmDialog({ title, action, done, onConfirm, onClose, children }: Props): ReactNode {
  const { t } = useTranslation();
  const run = useMutation({
    mutationFn: onConfirm,
    meta: { handles: "all" },
    onSuccess: () => {
      onClose();
      if (done !== undefined) toasts.show(done, { tone: "done" });
    },
  });
  return (
    <Dialog onClose={onClose} title={<bdi>{title}</bdi>} size={420}>
      <p className={styles.text}>{children}</p>
      {run.error && (
        <p className={styles.problem} role="alert">
          {errorText(run.error)}
        </p>
      )}
      <div className={styles.buttons}>
        <Button variant="default" size="md" data-first-focus onClick={onClose}>
          {t("actions.cancel")}
        </Button>
        <Button variant="danger" size="md" aria-busy={run.isPending} onClick={() => !run.isPending && run.mutate()}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
