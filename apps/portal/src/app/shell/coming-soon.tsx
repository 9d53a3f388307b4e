import { ActionIcon } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./coming-soon.module.css";

/** A button for a planned feature; it says so. */
export function ComingSoon({ label, icon }: { label: string; icon: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  // The focus stays on the button, so the button closes its popover.
  return (
    <span className={styles.page}>
      <ActionIcon
        aria-label={label}
        aria-expanded={isOpen}
        className={styles.button}
        onClick={() => setOpen(!isOpen)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
      >
        {icon}
      </ActionIcon>
      <span role="status">{isOpen && <span className={styles.text}>{t("header.comingSoon")}</span>}</span>
    </span>
  );
}
