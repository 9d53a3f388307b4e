import { Button } from "@mantine/core";
import { BrokenMark, DeadEnd, ICON } from "@stillreel/ui";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../use-page-title.ts";
import styles from "./status.module.css";

/** Shown for missing and inaccessible resources alike. */
export function NotFoundScreen(): ReactNode {
  const { t } = useTranslation();
  usePageTitle(t("deadEnds.notFoundTitle"));
  return (
    <DeadEnd
      art={<BrokenMark />}
      title={t("deadEnds.notFoundTitle")}
      actions={
        <Button size="lg" component={Link} to="/images" leftSection={<IconArrowLeft className={styles.arrow} {...ICON} />}>
          {t("actions.backToLibrary")}
        </Button>
      }
    >
      {t("deadEnds.notFoundText")}
    </DeadEnd>
  );
}
