import { IconAlertTriangle } from "@tabler/icons-react";
import { startTransition, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./card-picture.module.css";
import type { ItemView } from "../../../entities/items/item-list.ts";

const FAILURES = { image: "card.failed", video: "card.failedVideo", board: "card.failedBoard" } as const;

interface Props {
  item: ItemView;
  /** One of the first visible pictures, loaded with priority. */
  isEager: boolean;
  /** Display width for choosing one of the two thumbnails. */
  sizes: string;
  /** Called when the address fails. */
  onFailed: (itemId: string) => void;
}

/** Thumbnail that fades in over its average colour. The first address stays while it works, because a renewed one shows the same picture. */
export function CardPicture({ item, isEager, sizes, onFailed }: Props): ReactNode {
  const { t } = useTranslation("library");
  const [isLoaded, setLoaded] = useState(false);
  const [shown, setShown] = useState({ small: item.thumbnailUrl, large: item.thumbnailLargeUrl, placeholder: item.placeholder });
  const isNew = shown.small === null || shown.placeholder !== item.placeholder;
  if (item.thumbnailUrl !== null && shown.small !== item.thumbnailUrl && (isNew || !isLoaded)) {
    setShown({ small: item.thumbnailUrl, large: item.thumbnailLargeUrl, placeholder: item.placeholder });
    setLoaded(false);
  }
  const image = useRef<HTMLImageElement>(null);
  /** Makes the picture visible immediately. Its card renders again in a transition: all cards in one task would block the page. */
  const reveal = (element: HTMLImageElement): void => {
    element.dataset["loaded"] = "true";
    startTransition(() => setLoaded(true));
  };
  useLayoutEffect(() => {
    // A picture in the browser cache (from the first paint) needs no fade.
    if (image.current?.complete && image.current.naturalWidth > 0) reveal(image.current);
  }, [shown.small]);
  if (item.stage === "failed" && !shown.small) {
    return (
      <span className={styles.state}>
        <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />
        <span className={styles.reason}>{t(FAILURES[item.type])}</span>
      </span>
    );
  }
  // A ready item without an address was outside of the view for long: its address is being requested, the colour stays.
  const isArriving = item.stage !== "ready" || (!shown.small && !item.placeholder);
  return (
    <>
      {shown.small && (
        <img
          ref={image}
          className={styles.image}
          data-loaded={isLoaded || undefined}
          src={shown.small}
          srcSet={shown.large ? `${shown.small} 320w, ${shown.large} 640w` : undefined}
          sizes={sizes}
          alt=""
          decoding="async"
          fetchPriority={isEager ? "high" : "auto"}
          draggable={false}
          onLoad={(event) => reveal(event.currentTarget)}
          onError={() => onFailed(item.id)}
        />
      )}
      {isArriving && item.stage !== "failed" && (
        <span className={styles.busy} role="img" aria-label={t(item.stage === "uploading" ? "card.uploading" : "card.processing")} />
      )}
    </>
  );
}
