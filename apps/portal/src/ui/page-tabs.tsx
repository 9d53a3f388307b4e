import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import styles from "./page-tabs.module.css";
import { useFollowedTab } from "./use-followed-tab.ts";

/** Navigation between the pages of one subject, below its heading. */
export function PageTabs({ label, className = "", children }: { label: string; className?: string; children: ReactNode }): ReactNode {
  return (
    <nav className={`${styles.tabs} ${className}`} aria-label={label}>
      {children}
    </nav>
  );
}

interface TabProps {
  to: string;
  label: ReactNode;
  isHere: boolean;
  /** Changes when the tabs get other widths. */
  layout?: unknown;
}

/** Link to one of the pages. */
export function PageTab({ to, label, isHere, layout }: TabProps): ReactNode {
  const tab = useFollowedTab(isHere, layout);
  return (
    <Link to={to} activeOptions={{ exact: true }} className={styles.tab} aria-current={isHere ? "page" : undefined} ref={tab}>
      {label}
    </Link>
  );
}
