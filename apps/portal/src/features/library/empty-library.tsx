import { Button } from "@mantine/core";
import { EmptyState, GhostGrid, ICON, Kbd } from "@stillreel/ui";
import { IconPuzzle, IconUpload } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { pickFiles } from "../uploads/index.ts";
import styles from "./library.module.css";

const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

/** My images before the first one. */
export function EmptyLibrary(): ReactNode {
  const { t } = useTranslation("library");
  return (
    <>
      <EmptyState
        title={t("empty.title")}
        text={t("empty.text")}
        actions={
          <>
            <Button size="md" component={Link} to="/install" leftSection={<IconPuzzle {...ICON} />}>
              {t("empty.install")}
            </Button>
            <Button size="md" variant="default" leftSection={<IconUpload {...ICON} />} onClick={pickFiles}>
              {t("empty.upload")}
            </Button>
          </>
        }
        hint={
          <>
            {t("empty.hintBefore")} <Kbd>{isMac() ? "⌘V" : "Ctrl V"}</Kbd>
            {t("empty.hintAfter")}
          </>
        }
      />
      <GhostGrid gridClassName={styles.ghostGrid ?? ""} first={<FirstStill />} />
    </>
  );
}

function FirstStill(): ReactNode {
  const { t } = useTranslation("library");
  return (
    <Link to="/install" className={styles.first}>
      <span className={styles.firstPicture}>
        <svg viewBox="0 0 270 169" aria-hidden="true">
          <rect x="80" y="47" width="110" height="75" fill="none" stroke="currentColor" strokeWidth="3" strokeDasharray="7 6" />
          <g fill="#fff" stroke="currentColor" strokeWidth="3">
            <rect x="74" y="41" width="12" height="12" />
            <rect x="184" y="41" width="12" height="12" />
            <rect x="74" y="116" width="12" height="12" />
            <rect x="184" y="116" width="12" height="12" />
          </g>
          <path d="m190 122 27 9-11 6-6 12Z" fill="currentColor" />
          <path d="M135 70v29M120.500 84.500h29" stroke="currentColor" strokeWidth="3.500" />
        </svg>
      </span>
      <span className={styles.firstTitle}>{t("empty.firstTitle")}</span>
      <span className={styles.firstText}>{t("empty.firstText")}</span>
    </Link>
  );
}
