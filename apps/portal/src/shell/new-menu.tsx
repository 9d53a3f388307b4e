import { Button } from "@mantine/core";
import { IconCamera, IconChevronDown, IconPlus, IconUpload } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "../features/library/index.ts";
import { pickFiles } from "../features/uploads/index.ts";
import styles from "./new-menu.module.css";

/** The one yellow button: everything that makes a new item. `tile` is its look in the bar of phones. */
export function NewMenu({ look }: { look: "button" | "tile" }): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const actions = [
    { label: t("header.uploadFiles"), icon: IconUpload, keyHint: "U", onSelect: pickFiles },
    { label: t("header.takeStill"), icon: IconCamera, to: "/install" },
  ];
  return (
    <ActionMenu label={t("header.new")} groups={[actions]} width={244} isOpen={isOpen} onChange={setOpen}>
      {look === "tile" ? (
        <button type="button" className={styles.tile} aria-label={t("header.new")}>
          <IconPlus size={24} stroke={2} aria-hidden="true" />
        </button>
      ) : (
        <Button
          variant="accent"
          className={styles.button}
          leftSection={<IconPlus size={17} stroke={2} aria-hidden="true" />}
          rightSection={<IconChevronDown size={15} stroke={2} aria-hidden="true" />}
        >
          {t("header.new")}
        </Button>
      )}
    </ActionMenu>
  );
}
