import { Button } from "@mantine/core";
import { ICON, VISUALLY_HIDDEN } from "@stillreel/ui";
import { askedReply, PicturePins, useDiscussion } from "@stillreel/watch/discussion";
import { IconPencil } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isTyping } from "../../ui/is-typing.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { annotatePath } from "../../entities/spaces/addresses.ts";
import { Description } from "./description.tsx";
import { DetailsPanel } from "./details-panel.tsx";
import { DownloadMenu } from "./download-menu.tsx";
import { canAnnotate, DraftBar } from "./draft-bar.tsx";
import { ImageStage } from "./image-stage.tsx";
import { ItemDiscussion, useItemDiscussion } from "./item-discussion.tsx";
import { ItemFactsLine } from "./item-facts-line.tsx";
import { ItemFrame, PanelTabs } from "./item-frame.tsx";
import { useItemPreview } from "./item-preview.ts";
import styles from "./item.module.css";
import { SharePanel } from "./share/share-panel.tsx";
import { StarButton } from "./star-button.tsx";
import { useWatchTexts } from "./use-watch-texts.ts";

/** Page of one image with pinned comments, share link and details. */
export function ImagePage({ item, renew }: { item: ItemView; renew: () => Promise<string | null> }): ReactNode {
  const { t } = useTranslation("item");
  const texts = useWatchTexts();
  const [tab, setTab] = useState(() => (askedReply(location.search) === null ? "share" : "comments"));
  const discussion = useItemDiscussion(item.id);
  const { isPlacing, showAsked } = useDiscussion(discussion);
  const canComment = useItemPreview() === null && !item.trash;
  // A selected pin and placing a pin need the visible comments panel.
  useEffect(() => {
    if (isPlacing || showAsked > 0) setTab("comments");
  }, [isPlacing, showAsked]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isOurs = event.key.toLowerCase() === "c" && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
      if (!isOurs || event.defaultPrevented || !canComment || isTyping(event.target)) return;
      event.preventDefault();
      discussion.setPlacing(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [discussion, canComment]);
  const tabs = [
    { value: "share", label: t("tabs.share"), content: <SharePanel item={item} /> },
    {
      value: "comments",
      label: t("tabs.comments"),
      count: item.comments,
      isBare: true,
      content: <ItemDiscussion item={item} store={discussion} />,
    },
    {
      value: "details",
      label: t("tabs.details"),
      content: (
        <div className={styles.sections}>
          <Description item={item} />
          <DetailsPanel item={item} />
        </div>
      ),
    },
  ];
  return (
    <ItemFrame
      item={item}
      actions={<ImageActions item={item} />}
      bar={<DraftBar item={item} />}
      panel={<PanelTabs tabs={tabs} value={tab} onChange={setTab} />}
    >
      <ImageStage
        item={item}
        facts={<ItemFactsLine item={item} />}
        overlay={<PicturePins store={discussion} texts={texts} />}
        onExpired={() => void renew()}
      />
    </ItemFrame>
  );
}

function ImageActions({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("item");
  return (
    <>
      <StarButton item={item} />
      <DownloadMenu item={item} />
      {canAnnotate(item) && (
        <Button
          component={Link}
          to={annotatePath(item)}
          className={styles.annotate}
          leftSection={<IconPencil {...ICON} />}
          aria-keyshortcuts="E"
        >
          <span className={VISUALLY_HIDDEN.phone}>{t("annotate")}</span>
        </Button>
      )}
    </>
  );
}
