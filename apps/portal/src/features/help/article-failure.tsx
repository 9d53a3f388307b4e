import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./help.module.css";

/** Shown instead of an article that could not be loaded. */
export function ArticleFailure({ onRetry }: { onRetry: () => void }): ReactNode {
  const { t } = useTranslation("help");
  return (
    <div role="alert" className={styles.none}>
      <p>{t("failed")}</p>
      <Button variant="default" onClick={onRetry}>
        {t("tryAgain")}
      </Button>
    </div>
  );
}
