import type { ReactNode } from "react";
import styles from "./item.module.css";

/** The page from which a capture came. Nothing but http and https ever becomes a link. */
export function PageLink({ url, isShort = false }: { url: string; isShort?: boolean }): ReactNode {
  if (!/^https?:\/\//iu.test(url)) return url;
  return (
    <a className={styles.pageLink} href={url} target="_blank" rel="noopener noreferrer" title={isShort ? url : undefined} dir="ltr">
      {isShort ? shorten(url) : url}
    </a>
  );
}

/** An address without what says nothing: the scheme, the query, a slash at the end. */
function shorten(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname.replace(/\/$/u, "")}`;
}
