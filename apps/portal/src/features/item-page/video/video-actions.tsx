import { Button } from "@mantine/core";
import { ICON, VISUALLY_HIDDEN } from "@stillreel/ui";
import type { PlayerHandle } from "@stillreel/watch/core";
import { IconLink, IconMovie, IconShare3 } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/dialog.tsx";
import { SharePanel } from "../share/share-panel.tsx";
import { copyLink } from "../../../entities/items/item-links.ts";
import { canEditVideo } from "../../../entities/items/item-commands.ts";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { videoEditPath } from "../../../entities/spaces/addresses.ts";
import { useItemPreview } from "../item-preview.ts";
import { VideoDownloads } from "./video-downloads.tsx";
import styles from "./video-page.module.css";

/** Actions of a video in its page's top bar. On phones, the menu of the item leads to the editor. */
export function VideoActions({
  item,
  handle,
  durationS,
}: {
  item: ItemView;
  handle: PlayerHandle | null;
  durationS: number | null;
}): ReactNode {
  const { t } = useTranslation("video");
  const isPreview = useItemPreview() !== null;
  const [isSharing, setSharing] = useState(false);
  const canShare = item.permission.write && !item.trash;
  return (
    <>
      {canEditVideo(item) && !isPreview && (
        <Button
          variant="default"
          component={Link}
          to={videoEditPath(item)}
          className={styles.wideOnly}
          leftSection={<IconMovie {...ICON} />}
          aria-keyshortcuts="E"
        >
          {t("edit")}
        </Button>
      )}
      <VideoDownloads item={item} handle={handle} durationS={durationS} />
      {canShare && (
        <>
          <Button
            variant="default"
            className={styles.shrinks}
            leftSection={<IconShare3 {...ICON} className={styles.mirrored} />}
            onClick={() => setSharing(true)}
          >
            <span className={VISUALLY_HIDDEN.phone}>{t("share")}</span>
          </Button>
          <Button
            className={styles.shrinks}
            leftSection={<IconLink {...ICON} stroke={2} />}
            aria-keyshortcuts="L"
            onClick={() => void copyLink(item)}
          >
            <span className={VISUALLY_HIDDEN.phone}>{t("copyLink")}</span>
          </Button>
          {isSharing && (
            <Dialog onClose={() => setSharing(false)} size={520} title={t("shareTitle")}>
              <SharePanel item={item} />
            </Dialog>
          )}
        </>
      )}
    </>
  );
}
