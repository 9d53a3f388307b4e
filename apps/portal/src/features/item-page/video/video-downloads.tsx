import { Button } from "@mantine/core";
import { ICON, VISUALLY_HIDDEN } from "@stillreel/ui";
import type { PlayerHandle } from "@stillreel/watch/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { Suspense, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "../../../ui/action-menu.tsx";
import { startDownload } from "../../../entities/items/item-downloads.ts";
import { downloadUrl } from "../../../entities/items/item-links.ts";
import { useSaveActions } from "../../../entities/saves/save-actions.ts";
import type { ItemView } from "../../../entities/items/item-list.ts";
import styles from "./video-page.module.css";
import { lazyView } from "../../../platform/lazy-view.ts";

const ExportDialog = lazyView(() => import("./export-dialog.tsx"), "ExportDialog", ["exports"]);
const GifDialog = lazyView(() => import("./gif-dialog.tsx"), "GifDialog");

interface Props {
  item: ItemView;
  handle: PlayerHandle | null;
  durationS: number | null;
  variant?: "quiet" | "default";
  size?: "xs" | "sm";
}

/** Downloads the video: original, MP4, a range as GIF, or another format. Hidden during an upload. */
export function VideoDownloads({ item, handle, durationS, variant = "quiet", size = "sm" }: Props): ReactNode {
  const { t } = useTranslation("video");
  const [isOpen, setOpen] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const saves = useSaveActions(item);
  if (item.trash || item.stage === "uploading" || item.stage === "recording") return null;
  const file = (label: string, href: string) => ({ label, href, onSelect: () => void startDownload("video", href) });
  const original = file(t("download.original"), downloadUrl(item.id));
  // An unreadable file is available only as original.
  const made =
    item.stage === "failed"
      ? []
      : [
          file(t("download.mp4"), `${downloadUrl(item.id)}?format=mp4`),
          ...(durationS === null
            ? []
            : [
                { label: t("download.gif"), onSelect: () => setChoosing(true) },
                { label: t("download.others"), onSelect: () => setExporting(true) },
              ]),
        ];
  return (
    <>
      <ActionMenu
        label={t("download.label")}
        groups={[[original, ...made], saves].filter((group) => group.length > 0)}
        isOpen={isOpen}
        onChange={setOpen}
      >
        <Button
          variant={variant}
          size={size}
          className={styles.shrinks}
          leftSection={<IconDownload {...ICON} />}
          rightSection={<IconChevronDown size={14} stroke={1.8} aria-hidden="true" className={styles.chevron} />}
        >
          <span className={VISUALLY_HIDDEN.phone}>{t("download.label")}</span>
        </Button>
      </ActionMenu>
      <Suspense>
        {isChoosing && durationS !== null && (
          <GifDialog item={item} durationS={durationS} startS={handle?.time ?? 0} onClose={() => setChoosing(false)} />
        )}
        {isExporting && durationS !== null && (
          <ExportDialog item={item} durationS={durationS} playheadS={handle?.time ?? 0} onClose={() => setExporting(false)} />
        )}
      </Suspense>
    </>
  );
}
