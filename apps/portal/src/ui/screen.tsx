import { formatCount } from "@stillreel/i18n";
import { VISUALLY_HIDDEN } from "@stillreel/ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./screen.module.css";
import { usePageTitle } from "./use-page-title.ts";

const CONTENT_ID = "content";

/** Returns the scroll container of shell pages (for virtual lists). */
export const scrollElement = (): HTMLElement | null => document.getElementById(CONTENT_ID);

/** A shell page: its name as heading and (unless `tabTitle` is set) tab title, item count, and actions at the end. */
export function Screen({
  title,
  tabTitle,
  count,
  above,
  nav,
  actions,
  children,
}: {
  title: string;
  tabTitle?: string;
  count?: number | undefined;
  /** Content above the heading: breadcrumbs. */
  above?: ReactNode;
  /** Navigation whose current entry names the page. It replaces the visible heading. */
  nav?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { i18n } = useTranslation();
  usePageTitle(tabTitle ?? title);
  return (
    <div className={styles.screen}>
      {above}
      <div className={styles.head}>
        {nav}
        <h1 className={nav ? VISUALLY_HIDDEN.always : styles.title}>
          <bdi>{title}</bdi>
          {count !== undefined && <span className={styles.count}> {formatCount(count, i18n.language)}</span>}
        </h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
