import { IconLock, IconPhoto } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ArtBadge } from "./art-badge.tsx";
import styles from "./status.module.css";

/** Picture of pages about something that the user cannot open any more. */
export const LockedArt = (): ReactNode => (
  <span className={styles.locked} aria-hidden="true">
    <IconPhoto size={64} stroke={1.2} />
    <ArtBadge size={56}>
      <IconLock size={26} stroke={1.8} />
    </ArtBadge>
  </span>
);
