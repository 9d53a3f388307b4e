import { ICON, VisuallyHidden } from "@stillreel/ui";
import {
  IconCheck,
  IconDots,
  IconEye,
  IconLink,
  IconMessageCircle,
  IconRestore,
  IconStar,
  IconStarFilled,
  IconTrash,
} from "@tabler/icons-react";
import { memo, useId, useRef, type MouseEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { itemPath, sectionOf } from "../../../entities/spaces/addresses.ts";
import { knownWorkspace } from "../../../entities/spaces/spaces.queries.ts";
import { spaceOf } from "../../../entities/spaces/space-ref.ts";
import { accessStyle } from "../../../entities/items/item-access.ts";
import { CardPicture } from "./card-picture.tsx";
import { HereNow } from "./here-now.tsx";
import { CardScrub } from "./card-scrub.tsx";
import { formatCount } from "@stillreel/i18n";
import { daysUntil, formatDay, formatDuration } from "../../../entities/items/item-facts.ts";
import styles from "./item-card.module.css";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { placeholderColor } from "../../../entities/items/placeholder.ts";
import { TitleEditor } from "../../../ui/title-editor.tsx";
import { useCardScrub } from "./use-card-scrub.ts";

/** Selection gesture: Shift extends a range, Ctrl or ⌘ and the checkbox add one item. */
export interface PickGesture {
  isRange: boolean;
}

/** Callbacks of a card. */
export interface CardActions {
  onOpen: (item: ItemView, picture: HTMLElement | null) => void;
  onCopyLink: (item: ItemView) => void;
  /** Absent where stars are not available. */
  onStar?: ((item: ItemView) => void) | undefined;
  onRestore: (item: ItemView) => void;
  onPurge: (item: ItemView) => void;
  onMenu: (item: ItemView, anchor: HTMLElement) => void;
  onRename: (item: ItemView, title: string) => void;
  onRenameEnd: (byKeyboard: boolean) => void;
  onFocus: (itemId: string) => void;
  /** The picture's address failed. */
  onPictureFailed: (itemId: string) => void;
  /** Absent where selection is not available. */
  onPick?: ((item: ItemView, gesture: PickGesture) => void) | undefined;
}

/** A card or row of one item. */
export interface ItemCellProps extends CardActions {
  item: ItemView;
  /** Whether it is the card with the Tab stop. */
  isCurrent: boolean;
  isRenaming: boolean;
  isSelected: boolean;
  /** Selection mode: a tap selects instead of opening on touch screens, and checkboxes stay visible. */
  isPicking: boolean;
  /** One of the first visible pictures, loaded with priority. */
  isEager: boolean;
}

const SIZES = "(max-width: 639px) 45vw, (max-width: 959px) 45vw, 270px";

/** An image or video in the grid: picture, title, one line of facts. The link over the picture has the focus. */
export const ItemCard = memo(function ItemCard(props: ItemCellProps): ReactNode {
  const { item, isRenaming, isSelected, isPicking, isEager, ...actions } = props;
  const picture = useRef<HTMLDivElement>(null);
  const factsId = useId();
  const scrub = useCardScrub(item, actions.onPictureFailed);
  const hasPeople = item.type === "board" && !item.trash;
  return (
    <article
      className={styles.card}
      data-item-id={item.id}
      data-shape={item.type === "video" ? "reel" : "still"}
      data-renaming={isRenaming || undefined}
      data-selected={isSelected || undefined}
      data-picking={isPicking || undefined}
      data-trashed={item.trash || undefined}
    >
      <div className={styles.picture} ref={picture} style={{ backgroundColor: placeholderColor(item.placeholder) }} {...scrub.handlers}>
        <CardPicture key={item.pictureVersion} item={item} isEager={isEager} sizes={SIZES} onFailed={actions.onPictureFailed} />
        {scrub.seconds !== null && <CardScrub item={item} seconds={scrub.seconds} />}
        {item.type === "video" && item.duration !== null && (
          <span className={styles.duration} dir="ltr">
            {formatDuration(scrub.seconds ?? item.duration)}
          </span>
        )}
        {hasPeople && (
          <span className={styles.here}>
            <HereNow item={item} id={`${factsId}-here`} />
          </span>
        )}
        <ItemLink
          {...props}
          className={styles.open}
          describedBy={hasPeople ? `${factsId}-here ${factsId}` : factsId}
          picture={() => picture.current}
        />
        <span className={styles.shade} />
        <CardButtons {...props} />
      </div>
      <div className={styles.title}>
        {isRenaming ? (
          <TitleEditor title={item.title} onSave={(title) => actions.onRename(item, title)} onClose={actions.onRenameEnd} />
        ) : (
          <bdi className={styles.titleText} aria-hidden="true" title={item.title}>
            {item.title}
          </bdi>
        )}
        <StarMark item={item} />
      </div>
      {item.trash ? <TrashFacts item={item} id={factsId} /> : <Facts item={item} id={factsId} />}
    </article>
  );
});

/** The link that covers a card or row. */
export function ItemLink({
  item,
  isCurrent,
  isSelected,
  className,
  describedBy,
  picture,
  onOpen,
  onFocus,
  onPick,
}: ItemCellProps & { className: string | undefined; describedBy: string; picture: () => HTMLElement | null }): ReactNode {
  const handleClick = (event: MouseEvent): void => {
    if (event.button !== 0 || event.altKey) return;
    if (onPick && (event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      onPick(item, { isRange: event.shiftKey });
      return;
    }
    // New tab, new window, save: handled by the browser.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(item, picture());
  };
  return (
    <a
      className={className}
      href={itemPath(item)}
      data-item-link={item.id}
      tabIndex={isCurrent ? 0 : -1}
      aria-describedby={describedBy}
      aria-current={isSelected ? "true" : undefined}
      draggable={false}
      onClick={handleClick}
      onFocus={() => onFocus(item.id)}
    >
      <VisuallyHidden>{item.title}</VisuallyHidden>
    </a>
  );
}

/** The selection checkbox of an item. */
export function PickBox({ item, isCurrent, isSelected, onPick, className }: ItemCellProps & { className: string | undefined }): ReactNode {
  const { t } = useTranslation("library");
  if (!onPick) return null;
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isSelected}
      aria-label={t("card.select", { title: item.title })}
      className={className}
      tabIndex={isCurrent ? 0 : -1}
      onClick={(event) => onPick(item, { isRange: event.shiftKey })}
    >
      <IconCheck size={14} stroke={3} aria-hidden="true" />
    </button>
  );
}

function CardButtons(props: ItemCellProps): ReactNode {
  const { t } = useTranslation("library");
  const { item, isCurrent, onStar, onMenu, onCopyLink, onRestore, onPurge } = props;
  const tabIndex = isCurrent ? 0 : -1;
  const canWrite = item.permission.write;
  return (
    <>
      <PickBox {...props} className={styles.pick} />
      <span className={styles.corner}>
        {!item.trash && onStar && (
          <StarButton item={item} label={t("card.star", { title: item.title })} tabIndex={tabIndex} onStar={onStar} />
        )}
        <button
          type="button"
          className={`${styles.button} ${styles.more}`}
          tabIndex={tabIndex}
          aria-haspopup="menu"
          aria-label={t("actions.more", { title: item.title })}
          onClick={(event) => onMenu(item, event.currentTarget)}
        >
          <IconDots size={16} aria-hidden="true" />
        </button>
      </span>
      <span className={styles.foot}>
        {!item.trash && canWrite && (
          <button type="button" className={styles.button} data-wide tabIndex={tabIndex} onClick={() => onCopyLink(item)}>
            <IconLink size={15} stroke={2} aria-hidden="true" />
            {t("actions.copyLink")}
          </button>
        )}
        {item.trash && canWrite && <TrashButtons item={item} tabIndex={tabIndex} onRestore={onRestore} onPurge={onPurge} />}
      </span>
    </>
  );
}

interface ButtonProps {
  item: ItemView;
  tabIndex: number;
}

function StarButton({ item, label, tabIndex, onStar }: ButtonProps & { label: string; onStar: (item: ItemView) => void }): ReactNode {
  return (
    <button
      type="button"
      className={`${styles.button} ${styles.star}`}
      tabIndex={tabIndex}
      aria-pressed={item.favorite}
      aria-label={label}
      onClick={() => onStar(item)}
    >
      {item.favorite ? <IconStarFilled size={15} aria-hidden="true" /> : <IconStar size={15} stroke={1.8} aria-hidden="true" />}
    </button>
  );
}

/** Actions of an item in the trash. */
function TrashButtons({ item, tabIndex, onRestore, onPurge }: ButtonProps & Pick<CardActions, "onRestore" | "onPurge">): ReactNode {
  const { t } = useTranslation("library");
  return (
    <>
      <button type="button" className={styles.button} data-wide tabIndex={tabIndex} onClick={() => onRestore(item)}>
        <IconRestore size={15} stroke={2} aria-hidden="true" />
        {t("actions.restore")}
      </button>
      <button
        type="button"
        className={styles.button}
        data-danger
        tabIndex={tabIndex}
        aria-label={t("card.purge", { title: item.title })}
        onClick={() => onPurge(item)}
      >
        <IconTrash size={15} stroke={1.9} aria-hidden="true" />
      </button>
    </>
  );
}

/** The star of an item, beside its title. */
export function StarMark({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("library");
  if (!item.favorite) return null;
  return <IconStarFilled className={styles.starMark} size={13} role="img" aria-label={t("card.starred")} />;
}

function Facts({ item, id }: { item: ItemView; id: string }): ReactNode {
  const { t, i18n } = useTranslation("library");
  const language = i18n.resolvedLanguage ?? "en";
  const { icon: AccessIcon, labelKey } = accessStyle(item);
  return (
    <div className={styles.facts} id={id}>
      <time dateTime={item.createdAt}>{formatDay(item.createdAt, language)}</time>
      {item.views > 0 && (
        <span className={styles.fact} role="img" aria-label={t("card.views", { count: item.views })}>
          <IconEye {...ICON} size={14} />
          {formatCount(item.views, language)}
        </span>
      )}
      {item.comments > 0 && (
        <span className={styles.fact} role="img" aria-label={t("card.comments", { count: item.comments })}>
          <IconMessageCircle {...ICON} size={14} />
          {formatCount(item.comments, language)}
        </span>
      )}
      <span className={styles.visibility} title={t(labelKey)} role="img" aria-label={t(labelKey)}>
        <AccessIcon size={14} stroke={1.7} aria-hidden="true" />
      </span>
    </div>
  );
}

/** Remaining days at which a card shows a warning. */
const SOON_DAYS = 3;

function TrashFacts({ item, id }: { item: ItemView; id: string }): ReactNode {
  const { t } = useTranslation("library");
  const days = item.purgeAt === null ? null : daysUntil(item.purgeAt, Date.now());
  const root = knownWorkspace(spaceOf(item))?.name ?? t(`views.${sectionOf(item.type)}.title`);
  return (
    <div className={styles.facts} id={id}>
      {days !== null && <bdi className={days <= SOON_DAYS ? styles.soon : undefined}>{t("card.daysLeft", { count: days })}</bdi>}
      <span className={styles.was}>{t("card.wasIn", { place: item.trashedFrom ?? root })}</span>
    </div>
  );
}
