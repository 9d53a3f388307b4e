import type { ReactNode } from "react";
import styles from "./item.module.css";

/** Link to the page of a capture. Only http and https addresses become links. */
export function PageLink({ url, isShort = false }: { url: string; isShort?: boolean }): ReactNode {
  if (!/^https?:\/\//iu.test(url)) return url;
  return (
    <a className={styles.pageLink} href={url} target="_blank" rel="noopener noreferrer" title={isShort ? url : undefined} dir="ltr">
      {isShort ? shorten(url) : url}
    </a>
  );
}

/** Returns the address without scheme, query and trailing slash. */
function shorten(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname.replace(/\/$/u, "")}`;
}
