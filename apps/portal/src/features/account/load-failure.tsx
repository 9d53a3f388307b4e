import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./account.module.css";

/** Reports that a list could not be loaded, with a retry button. */
export function LoadFailure({ onRetry }: { onRetry: () => void }): ReactNode {
  const { t } = useTranslation(["account", "common"]);
  return (
    <p className={styles.problem} role="alert">
      {t("data.failed")}{" "}
      <Button variant="default" size="xs" onClick={onRetry}>
        {t("common:actions.tryAgain")}
      </Button>
    </p>
  );
}
