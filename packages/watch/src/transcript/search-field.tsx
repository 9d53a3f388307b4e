import { IconChevronDown, IconChevronUp, IconSearch, IconX } from "@tabler/icons-react";
import { ICON } from "@stillreel/ui";
import { type ReactNode, type RefObject } from "react";
import { useTexts } from "../texts-context.tsx";
import styles from "./transcript.module.css";
import type { TranscriptSearch } from "./use-search.ts";

/** The search field of a transcript, with the number of matches and buttons that step through them. */
export function SearchField({ search, field }: { search: TranscriptSearch; field: RefObject<HTMLInputElement | null> }): ReactNode {
  const { t } = useTexts();
  const { typed, matches, current } = search;
  const count = matches.length;
  return (
    <div className={styles.search} role="search">
      <IconSearch {...ICON} aria-hidden="true" />
      <input
        ref={field}
        type="text"
        className={styles.searchInput}
        aria-label={t("transcript.search")}
        aria-keyshortcuts="/"
        placeholder={t("transcript.searchPlaceholder")}
        dir="auto"
        value={typed}
        onChange={(event) => search.type(event.currentTarget.value)}
        onKeyDown={search.onKey}
      />
      <span className={styles.count} role="status">
        {typed.trim() !== "" && (count === 0 ? t("transcript.noMatches") : t("transcript.matches", { at: current + 1, count }))}
      </span>
      {typed !== "" && (
        <>
          <button
            type="button"
            className={styles.icon}
            disabled={count === 0}
            aria-label={t("transcript.previous")}
            onClick={() => search.step(-1)}
          >
            <IconChevronUp {...ICON} />
          </button>
          <button
            type="button"
            className={styles.icon}
            disabled={count === 0}
            aria-label={t("transcript.next")}
            onClick={() => search.step(1)}
          >
            <IconChevronDown {...ICON} />
          </button>
          <button
            type="button"
            className={styles.icon}
            aria-label={t("transcript.clear")}
            onClick={() => {
              search.type("");
              field.current?.focus();
            }}
          >
            <IconX {...ICON} />
          </button>
        </>
      )}
    </div>
  );
}
