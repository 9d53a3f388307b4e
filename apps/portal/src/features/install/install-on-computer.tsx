import { Button } from "@mantine/core";
import { ICON, toasts } from "@stillreel/ui";
import { IconCopy } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "../../platform/clipboard.ts";
import styles from "./install.module.css";

/** Whether this is a phone or tablet, whose browsers cannot load the extension. */
export const isMobile = /android|iphone|ipad|ipod|mobile/iu.test(navigator.userAgent);

/** Shown on phones and tablets: the address of the guide, for a computer. */
export function InstallOnComputer(): ReactNode {
  const { t } = useTranslation("install");
  const address = `${location.origin}/install`;
  const copy = async (): Promise<void> => {
    await copyText(address);
    toasts.show(t("steps.addressCopied"), { tone: "done" });
  };
  return (
    <div className={styles.texts}>
      <h1 className={styles.title}>{t("computer.title")}</h1>
      <p className={styles.intro}>{t("computer.text")}</p>
      <p className={styles.address}>
        <code dir="ltr">{address}</code>
      </p>
      <div className={styles.actions}>
        <Button size="lg" leftSection={<IconCopy {...ICON} />} onClick={() => void copy()}>
          {t("computer.copy")}
        </Button>
        <Button variant="default" size="lg" component={Link} to="/images">
          {t("finish")}
        </Button>
      </div>
    </div>
  );
}
