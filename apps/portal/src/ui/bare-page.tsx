import { Button } from "@mantine/core";
import { Logo } from "@stillreel/ui";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import styles from "./bare-page.module.css";

interface Props {
  /** Class of the page; it may set `--head-height` and `--head-padding`. */
  className: string | undefined;
  /** Target of logo and button. */
  back: { to: string; search?: object };
  /** Label of the button. */
  backText: string;
  children: ReactNode;
}

/** A page outside of the library frame: logo and back button above. */
export function BarePage({ className, back, backText, children }: Props): ReactNode {
  return (
    <div className={`${styles.page} ${className}`}>
      <header className={styles.header}>
        <Link {...back} aria-label="Stillreel" className={styles.logo}>
          <Logo height={22} />
        </Link>
        <Button variant="quiet" component={Link} {...(back as object)}>
          {backText}
        </Button>
      </header>
      {children}
    </div>
  );
}
