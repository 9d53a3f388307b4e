import { Button } from "@mantine/core";
import { Avatar, Chip, ICON } from "@stillreel/ui";
import { IconEye, IconHeart, IconHeartFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { formatCount } from "@stillreel/i18n";
import { StarButton } from "../star-button.tsx";
import { useItemPreview } from "../item-preview.ts";
import { VisibilityChip } from "../share/visibility-chip.tsx";
import { formatDay } from "../../../entities/items/item-facts.ts";
import type { ItemView } from "../../../entities/items/item-list.ts";
import styles from "./video-page.module.css";
import { toggleLike } from "./watch.queries.ts";

/** Line below the timeline: author, date, views, visibility, like and star. */
export function OwnerLine({ item }: { item: ItemView }): ReactNode {
  const { t, i18n } = useTranslation("video");
  const isPreview = useItemPreview() !== null;
  const { t: ofItem } = useTranslation("item");
  const language = i18n.resolvedLanguage ?? "en";
  const number = (value: number): string => formatCount(value, language);
  return (
    <div className={styles.owner}>
      <Avatar name={item.owner.displayName} src={item.owner.photoURL} size={36} />
      <p className={styles.who}>
        <bdi>{item.owner.displayName}</bdi>
        <time dateTime={item.createdAt}>{formatDay(item.createdAt, language)}</time>
      </p>
      {item.stage === "recording" && <Chip tone="bad">{t(item.live ? "stage.live" : "stage.recording")}</Chip>}
      <p className={styles.views}>
        <IconEye {...ICON} />
        <span>
          <Trans t={t} i18nKey="views" values={{ views: number(item.views), unique: number(item.uniqueViews) }} components={{ b: <b /> }} />
        </span>
      </p>
      <VisibilityChip item={item} />
      <Button
        variant="default"
        disabled={item.trash || isPreview}
        title={isPreview ? ofItem("preview.off") : undefined}
        aria-label={t("like", { count: item.likes })}
        aria-pressed={item.likedByMe}
        aria-keyshortcuts="Shift+L"
        leftSection={item.likedByMe ? <IconHeartFilled size={17} className={styles.liked} aria-hidden="true" /> : <IconHeart {...ICON} />}
        onClick={() => void toggleLike(item)}
      >
        {number(item.likes)}
      </Button>
      <StarButton item={item} isFramed />
    </div>
  );
}
