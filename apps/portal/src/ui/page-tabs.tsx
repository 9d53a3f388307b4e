import { Link } from "@tanstack/react-router";
import { useEffect, useRef, type ReactNode } from "react";
import styles from "./page-tabs.module.css";

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
  const tab = useRef<HTMLAnchorElement>(null);
  // On phones the tabs are wider than the page: the active one is scrolled into view without scrolling the page.
  useEffect(() => {
    const follow = (): void => {
      const row = tab.current?.parentElement;
      if (!isHere || !row || !tab.current) return;
      const [mine, all] = [tab.current.getBoundingClientRect(), row.getBoundingClientRect()];
      if (mine.left < all.left) row.scrollLeft += mine.left - all.left;
      else if (mine.right > all.right) row.scrollLeft += mine.right - all.right;
    };
    follow();
    // Fonts may load later and widen the tabs.
    void document.fonts?.ready.then(follow);
  }, [isHere, layout]);
  return (
    <Link to={to} activeOptions={{ exact: true }} className={styles.tab} aria-current={isHere ? "page" : undefined} ref={tab}>
      {label}
    </Link>
  );
}
