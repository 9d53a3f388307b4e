import type { ReactNode } from "react";
import styles from "./logo.module.css";
import { LOWER_HALF, UPPER_HALF, WORDMARK } from "./paths.ts";

/** The logo mark. `mono` uses the text color, for images. It is decorative: the surrounding link needs a name. */
export function Mark({ height = 24, mono = false }: { height?: number; mono?: boolean }): ReactNode {
  return (
    <svg className={styles.logo} height={height} width={height} viewBox="0 0 24 24" aria-hidden="true">
      <path className={mono ? styles.mono : styles.upper} d={UPPER_HALF} />
      <path className={mono ? styles.mono : styles.lower} d={LOWER_HALF} />
    </svg>
  );
}

/** Mark and name. It is not mirrored in right-to-left languages. */
export function Logo({ height = 22 }: { height?: number }): ReactNode {
  return (
    <svg className={styles.logo} height={height} width={height * 5} viewBox="0 0 120 24" role="img" aria-label="Stillreel">
      <path className={styles.upper} d={UPPER_HALF + WORDMARK} />
      <path className={styles.lower} d={LOWER_HALF} />
    </svg>
  );
}

/** The mark split in two halves: the illustration of every dead end. */
export function BrokenMark(): ReactNode {
  return (
    <svg className={styles.logo} width={251} height={172} viewBox="-11 -4 46 32" aria-hidden="true">
      <path className={styles.upper} d={UPPER_HALF} transform="translate(-5.5 -1.6)" />
      <path className={styles.lower} d={LOWER_HALF} transform="translate(5.5 1.6)" />
    </svg>
  );
}
