import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./tools.module.css";

/** Buttons of a dialog with a form: cancel, and send. */
export function FormActions({ label, isPending, onClose }: { label: string; isPending: boolean; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={styles.actions}>
      <Button variant="default" onClick={onClose}>
        {t("actions.cancel")}
      </Button>
      <Button type="submit" variant="filled" aria-busy={isPending}>
        {label}
      </Button>
    </div>
  );
}
