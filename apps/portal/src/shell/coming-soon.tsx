import { ActionIcon, Popover } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./coming-soon.module.css";

/** A button whose place in the product is decided and whose work is not done yet: it says so. */
export function ComingSoon({ label, icon }: { label: string; icon: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  // The focus stays on the button, so the button itself closes what it opened.
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" offset={6}>
      <Popover.Target>
        <ActionIcon
          aria-label={label}
          className={styles.button}
          onClick={() => setOpened(!opened)}
          onBlur={() => setOpened(false)}
          onKeyDown={(event) => event.key === "Escape" && setOpened(false)}
        >
          {icon}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <p className={styles.text} role="status">
          {t("header.comingSoon")}
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}
