import { Button } from "@mantine/core";
import { ICON, VISUALLY_HIDDEN } from "@stillreel/ui";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { preferencesQuery } from "../../entities/people/account.queries.ts";
import { ActionMenu } from "../../ui/action-menu.tsx";
import { startDownload } from "../../entities/items/item-downloads.ts";
import { downloadUrl } from "../../entities/items/item-links.ts";
import { useSaveActions } from "../../entities/saves/save-actions.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import styles from "./item.module.css";

/** Download formats with their address part. Keys of `item:formats`. */
const FORMATS = {
  original: "format=original",
  png: "format=png",
  jpg: "format=jpg",
  webp: "format=webp",
  pdf: "format=pdf&paper=picture",
  pdfA4: "format=pdf&paper=a4",
} as const;
type Format = keyof typeof FORMATS;

/** Returns the formats in menu order: the preferred one first. */
function orderFormats(preferred: Format | undefined): Format[] {
  const rest = (Object.keys(FORMATS) as Format[]).filter((format) => format !== preferred);
  return preferred ? [preferred, ...rest] : rest;
}

/** Downloads a picture in one of several formats. Hidden during an upload. */
export function DownloadMenu({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("item");
  const [isOpen, setOpen] = useState(false);
  const { data: preferences } = useQuery(preferencesQuery);
  const saves = useSaveActions(item);
  if (item.trash || item.stage === "uploading" || item.stage === "recording") return null;
  const icon = <IconDownload {...ICON} />;
  const label = <span className={VISUALLY_HIDDEN.phone}>{t("download")}</span>;
  const choices = orderFormats(preferences?.downloadFormat).map((format) => {
    const href = `${downloadUrl(item.id)}?${FORMATS[format]}`;
    return { label: t(`formats.${format}`), href, onSelect: () => void startDownload("image", href) };
  });
  return (
    <ActionMenu label={t("download")} groups={[choices, saves].filter((group) => group.length > 0)} isOpen={isOpen} onChange={setOpen}>
      <Button
        variant="quiet"
        className={styles.download}
        leftSection={icon}
        rightSection={<IconChevronDown size={14} stroke={1.8} aria-hidden="true" className={styles.downloadMore} />}
      >
        {label}
      </Button>
    </ActionMenu>
  );
}
