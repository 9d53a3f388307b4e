import { IconDots, IconLink, IconRestore, IconStar, IconStarFilled, IconTrash } from "@tabler/icons-react";
import { memo, useId, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../../platform/format/format-bytes.ts";
import { accessStyle } from "../../../entities/items/item-access.ts";
import { CardPicture } from "./card-picture.tsx";
import { HereNow } from "./here-now.tsx";
import { ItemLink, PickBox, StarMark, type ItemCellProps } from "./item-card.tsx";
import { formatCount } from "@stillreel/i18n";
import { daysUntil, formatDay, formatDuration } from "../../../entities/items/item-facts.ts";
import styles from "./item-row.module.css";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { placeholderColor } from "../../../entities/items/placeholder.ts";
import { TitleEditor } from "../../../ui/title-editor.tsx";

/** A list row of an item: picture, title, access and facts. */
export const ItemRow = memo(function ItemRow(props: ItemCellProps): ReactNode {
  const { item, isRenaming, isSelected, isPicking, onPictureFailed, onRename, onRenameEnd } = props;
  const picture = useRef<HTMLSpanElement>(null);
  const factsId = useId();
  const hasPeople = item.type === "board" && !item.trash;
  return (
    <div
      className={styles.row}
      data-item-id={item.id}
      data-shape={item.type === "video" ? "reel" : "still"}
      data-renaming={isRenaming || undefined}
      data-selected={isSelected || undefined}
      data-picking={isPicking || undefined}
    >
      <ItemLink
        {...props}
        className={styles.open}
        describedBy={hasPeople ? `${factsId}-here ${factsId}` : factsId}
        picture={() => picture.current}
      />
      <span className={styles.name}>
        <span className={styles.picture} ref={picture} style={{ backgroundColor: placeholderColor(item.placeholder) }}>
          <CardPicture key={item.pictureVersion} item={item} isEager={false} sizes="72px" onFailed={onPictureFailed} />
          {item.type === "video" && item.duration !== null && (
            <span className={styles.duration} dir="ltr">
              {formatDuration(item.duration)}
            </span>
          )}
        </span>
        <PickBox {...props} className={styles.pick} />
        {isRenaming ? (
          <TitleEditor title={item.title} onSave={(title) => onRename(item, title)} onClose={onRenameEnd} />
        ) : (
          <bdi className={styles.title} aria-hidden="true" title={item.title}>
            {item.title}
          </bdi>
        )}
        {hasPeople && <HereNow item={item} id={`${factsId}-here`} />}
        <StarMark item={item} />
      </span>
      <RowFacts item={item} id={factsId} />
      <RowButtons {...props} />
    </div>
  );
});

/** Access, numbers and date of an item in columns. */
function RowFacts({ item, id }: { item: ItemView; id: string }): ReactNode {
  const { t, i18n } = useTranslation("library");
  const { t: common } = useTranslation();
  const language = i18n.resolvedLanguage ?? "en";
  const { icon: AccessIcon, labelKey } = accessStyle(item);
  return (
    <span className={styles.facts} id={id}>
      <span className={styles.access} data-column="access">
        <AccessIcon size={14} stroke={1.7} aria-hidden="true" />
        <span className={styles.accessText}>{t(labelKey)}</span>
      </span>
      <span className={styles.number} data-column="views" aria-label={t("card.views", { count: item.views })} role="img">
        {item.views > 0 && formatCount(item.views, language)}
      </span>
      <span className={styles.number} data-column="comments" aria-label={t("card.comments", { count: item.comments })} role="img">
        {item.comments > 0 && formatCount(item.comments, language)}
      </span>
      <span className={styles.number} data-column="size">
        {formatBytes(item.size, common)}
      </span>
      <span className={styles.number} data-column="created">
        {item.trash && item.purgeAt !== null ? (
          t("card.daysLeft", { count: daysUntil(item.purgeAt, Date.now()) })
        ) : (
          <time dateTime={item.createdAt}>{formatDay(item.createdAt, language)}</time>
        )}
      </span>
    </span>
  );
}

function RowButtons({ item, isCurrent, onCopyLink, onStar, onMenu, onRestore, onPurge }: ItemCellProps): ReactNode {
  const { t } = useTranslation("library");
  const shared = { type: "button", className: styles.button, tabIndex: isCurrent ? 0 : -1 } as const;
  const canWrite = item.permission.write;
  const StarIcon = item.favorite ? IconStarFilled : IconStar;
  return (
    <span className={styles.buttons}>
      {!item.trash && canWrite && (
        <button {...shared} aria-label={t("card.copyLink", { title: item.title })} onClick={() => onCopyLink(item)}>
          <IconLink size={16} stroke={1.8} aria-hidden="true" />
        </button>
      )}
      {!item.trash && onStar && (
        <button {...shared} aria-pressed={item.favorite} aria-label={t("card.star", { title: item.title })} onClick={() => onStar(item)}>
          <StarIcon size={16} stroke={1.7} aria-hidden="true" />
        </button>
      )}
      {item.trash && canWrite && (
        <>
          <button {...shared} aria-label={t("card.restore", { title: item.title })} onClick={() => onRestore(item)}>
            <IconRestore size={16} stroke={1.8} aria-hidden="true" />
          </button>
          <button {...shared} data-danger aria-label={t("card.purge", { title: item.title })} onClick={() => onPurge(item)}>
            <IconTrash size={16} stroke={1.8} aria-hidden="true" />
          </button>
        </>
      )}
      <button
        {...shared}
        data-more
        aria-haspopup="menu"
        aria-label={t("actions.more", { title: item.title })}
        onClick={(event) => onMenu(item, event.currentTarget)}
      >
        <IconDots size={16} aria-hidden="true" />
      </button>
    </span>
  );
}
