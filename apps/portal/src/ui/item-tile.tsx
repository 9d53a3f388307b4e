import { Thumb } from "@stillreel/ui";
import { IconArtboard, IconPhoto, IconPlayerPlay } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import styles from "./item-tile.module.css";

const KIND_ICONS = { image: IconPhoto, video: IconPlayerPlay, board: IconArtboard };

interface Props {
  item: { type: keyof typeof KIND_ICONS; title: string; thumbnailUrl: string | null };
  /** Path of the page of the item. */
  to: string;
  /** Shown before the title. */
  before?: ReactNode;
  /** Whether the thumbnail is loaded when it is about to be visible. */
  isLazy?: boolean;
}

/** An item as a small tile with its thumbnail and title, which opens its page. */
export function ItemTile({ item: { type, title, thumbnailUrl }, to, before, isLazy = false }: Props): ReactNode {
  const KindIcon = KIND_ICONS[type];
  return (
    <Link to={to} className={styles.tile}>
      <Thumb shape={type === "video" ? "reel" : "still"} className={styles.thumb ?? ""}>
        {thumbnailUrl ? (
          <img src={thumbnailUrl} alt="" loading={isLazy ? "lazy" : "eager"} />
        ) : (
          <KindIcon size={28} stroke={1.2} aria-hidden="true" />
        )}
      </Thumb>
      <span className={styles.line}>
        {before}
        <bdi className={styles.title} title={title}>
          {title}
        </bdi>
      </span>
    </Link>
  );
}
