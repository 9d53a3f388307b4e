import { ICON } from "@stillreel/ui";
import { IconAlertTriangle, IconDots, IconEye, IconLink, IconLock, IconMessageCircle, IconWorld } from "@tabler/icons-react";
import { memo, useId, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCount, formatDay } from "./item-facts.ts";
import styles from "./item-card.module.css";
import type { ItemView } from "./library.queries.ts";
import { placeholderColor } from "./placeholder.ts";
import { TitleEditor } from "./title-editor.tsx";

/** What a card asks of its grid. */
export interface CardActions {
  onOpen: (item: ItemView, picture: HTMLElement | null) => void;
  onCopyLink: (item: ItemView) => void;
  onMenu: (item: ItemView, anchor: HTMLElement) => void;
  onRename: (item: ItemView, title: string) => void;
  onRenameEnd: (byKeyboard: boolean) => void;
  onFocus: (itemId: string) => void;
  /** The picture's address no longer answers. */
  onPictureFailed: (itemId: string) => void;
}

interface Props extends CardActions {
  item: ItemView;
  /** The one card of the grid that Tab reaches. */
  isCurrent: boolean;
  isRenaming: boolean;
  /** One of the pictures that are seen first: it is loaded before the others. */
  isEager: boolean;
}

/** A still in the grid: picture, title, one line of facts. The link over the picture is what has the focus. */
export const ItemCard = memo(function ItemCard({ item, isCurrent, isRenaming, isEager, ...actions }: Props): ReactNode {
  const { t } = useTranslation("library");
  const picture = useRef<HTMLDivElement>(null);
  const factsId = useId();
  const tabIndex = isCurrent ? 0 : -1;

  const handleClick = (event: MouseEvent): void => {
    // New tab, new window, save: the browser's own.
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    actions.onOpen(item, picture.current);
  };

  return (
    <article className={styles.card} data-renaming={isRenaming || undefined}>
      <div className={styles.picture} ref={picture} style={{ backgroundColor: placeholderColor(item.placeholder) }}>
        <CardPicture item={item} isEager={isEager} onFailed={actions.onPictureFailed} />
        <a
          className={styles.open}
          href={`/images/${item.id}`}
          data-item-link={item.id}
          tabIndex={tabIndex}
          aria-describedby={factsId}
          draggable={false}
          onClick={handleClick}
          onFocus={() => actions.onFocus(item.id)}
        >
          <span className={styles.hidden}>{item.title}</span>
        </a>
        <span className={styles.shade} />
        <button
          type="button"
          className={styles.more}
          tabIndex={tabIndex}
          aria-haspopup="menu"
          aria-label={t("actions.more", { title: item.title })}
          onClick={(event) => actions.onMenu(item, event.currentTarget)}
        >
          <IconDots size={16} aria-hidden="true" />
        </button>
        <button type="button" className={styles.copy} tabIndex={tabIndex} onClick={() => actions.onCopyLink(item)}>
          <IconLink size={15} stroke={2} aria-hidden="true" />
          {t("actions.copyLink")}
        </button>
      </div>
      <div className={styles.title}>
        {isRenaming ? (
          <TitleEditor title={item.title} onSave={(title) => actions.onRename(item, title)} onClose={actions.onRenameEnd} />
        ) : (
          <bdi className={styles.titleText} aria-hidden="true" title={item.title}>
            {item.title}
          </bdi>
        )}
      </div>
      <Facts item={item} id={factsId} />
    </article>
  );
});

/** The thumbnail, faded in over its average colour. It keeps its first address while that shows: a renewed one is the same picture. */
function CardPicture({ item, isEager, onFailed }: { item: ItemView; isEager: boolean; onFailed: (itemId: string) => void }): ReactNode {
  const { t } = useTranslation("library");
  const [isLoaded, setLoaded] = useState(false);
  const [kept, setKept] = useState({ small: item.thumbnailUrl, large: item.thumbnailLargeUrl, placeholder: item.placeholder });
  const isNew = kept.small === null || kept.placeholder !== item.placeholder;
  if (kept.small !== item.thumbnailUrl && (isNew || !isLoaded)) {
    setKept({ small: item.thumbnailUrl, large: item.thumbnailLargeUrl, placeholder: item.placeholder });
    setLoaded(false);
  }
  const image = useRef<HTMLImageElement>(null);
  useLayoutEffect(() => {
    // What the browser holds already (the first paint showed it) needs no fade.
    if (image.current?.complete && image.current.naturalWidth > 0) setLoaded(true);
  }, [kept.small]);
  if (item.stage === "failed") {
    return (
      <span className={styles.state}>
        <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />
        {t("card.failed")}
      </span>
    );
  }
  if (!kept.small)
    return <span className={styles.busy} role="img" aria-label={t(item.stage === "uploading" ? "card.uploading" : "card.processing")} />;
  return (
    <img
      ref={image}
      className={styles.image}
      data-loaded={isLoaded || undefined}
      src={kept.small}
      srcSet={kept.large ? `${kept.small} 320w, ${kept.large} 640w` : undefined}
      sizes="(max-width: 639px) 45vw, (max-width: 959px) 45vw, 270px"
      alt=""
      decoding="async"
      fetchPriority={isEager ? "high" : "auto"}
      draggable={false}
      onLoad={() => setLoaded(true)}
      onError={() => onFailed(item.id)}
    />
  );
}

function Facts({ item, id }: { item: ItemView; id: string }): ReactNode {
  const { t, i18n } = useTranslation("library");
  const language = i18n.resolvedLanguage ?? "en";
  const VisibilityIcon = item.shareUrl ? IconWorld : IconLock;
  const visibility = t(item.shareUrl ? "card.shared" : "card.private");
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
      <span className={styles.visibility} title={visibility} role="img" aria-label={visibility}>
        <VisibilityIcon size={14} stroke={1.7} aria-hidden="true" />
      </span>
    </div>
  );
}
