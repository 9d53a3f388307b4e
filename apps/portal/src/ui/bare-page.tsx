import { Button } from "@mantine/core";
import { Logo } from "@stillreel/ui";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import styles from "./bare-page.module.css";

interface Props {
  /** The page's own class: it may set `--head-height` and `--head-padding`. */
  className: string | undefined;
  /** Where the logo and the button lead. */
  back: { to: string; search?: object };
  /** On the button. */
  backText: string;
  children: ReactNode;
}

/** A page that stands without the library's frame: the logo and a way out above it. */
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
