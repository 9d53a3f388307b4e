import { ActionIcon, Popover } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./coming-soon.module.css";

/** A button whose place in the product is decided and whose work is not done yet: it says so. */
export function ComingSoon({ label, icon }: { label: string; icon: ReactNode }): ReactNode {
  const { t } = useTranslation();
  return (
    <Popover position="bottom-end" offset={6}>
      <Popover.Target>
        <ActionIcon aria-label={label} className={styles.button}>
          {icon}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <p className={styles.text}>{t("header.comingSoon")}</p>
      </Popover.Dropdown>
    </Popover>
  );
}
