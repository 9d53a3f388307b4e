import { IconCopy } from "@tabler/icons-react";
import { ICON, toasts } from "@stillreel/ui";
import { useEffect, useMemo, useRef, type ReactNode, type RefObject } from "react";
import { copiedText, formatClock, type Chapter, type PlayerHandle, type SpokenMatch, type SpokenSegment } from "../core/index.ts";
import { useTexts } from "../texts-context.tsx";
import { SearchField } from "./search-field.tsx";
import { SegmentRow, type RowMatches } from "./segment-row.tsx";
import styles from "./transcript.module.css";
import type { TranscriptViewProps } from "./transcript.types.ts";
import { scrollTo, useFollowing, useSpokenSegment } from "./use-following.ts";
import { useSearch } from "./use-search.ts";

const NO_CHAPTERS: readonly Chapter[] = [];

/** The transcript of a video: search, text that follows the player, and buttons. */
export function TranscriptView(props: TranscriptViewProps): ReactNode {
  const { segments, language, handle, chapters = NO_CHAPTERS, onMatches, edit, notice, footer } = props;
  const { t } = useTexts();
  const list = useRef<HTMLOListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const search = useSearch(segments, onMatches);
  const current = useSpokenSegment(handle, segments);
  const { isFollowing, follow, leave } = useFollowing(list, current);
  const matches = useRowMatches(search.matches, search.current);
  const found = search.matches[search.current];
  useSlashKey(field);
  useWordClicks(list, segments, handle);
  useEffect(() => {
    if (!found || !list.current) return;
    leave();
    scrollTo(list.current, list.current.querySelector(`[data-segment="${found.segment}"]`));
    // eslint-disable-next-line react/exhaustive-deps -- only a new match scrolls
  }, [found]);
  const headings = useHeadings(segments, chapters);
  const time = handle ? formatClock(handle.time) : "";
  return (
    <div className={styles.view}>
      <SearchField search={search} field={field} />
      {notice}
      <div className={styles.body}>
        <ol ref={list} className={styles.list} aria-label={t("transcript.label")} tabIndex={0}>
          {segments.map((segment, index) => (
            <Row key={index} heading={headings.get(index)}>
              <SegmentRow
                index={index}
                segment={segment}
                language={language}
                handle={handle}
                isCurrent={index === current}
                matches={matches.get(index) ?? null}
                edit={edit ?? null}
              />
            </Row>
          ))}
        </ol>
        {!isFollowing && current >= 0 && (
          <button type="button" className={styles.back} onClick={follow}>
            {t("transcript.back", { time })}
          </button>
        )}
      </div>
      <div className={styles.footer}>
        <CopyButton segments={segments} />
        {footer}
      </div>
    </div>
  );
}

function Row({ heading, children }: { heading: string | undefined; children: ReactNode }): ReactNode {
  if (heading === undefined) return children;
  return (
    <>
      <li className={styles.heading}>
        <bdi>{heading}</bdi>
      </li>
      {children}
    </>
  );
}

/** Copies the text; with `Alt`, with the times. */
function CopyButton({ segments }: { segments: readonly SpokenSegment[] }): ReactNode {
  const { t } = useTexts();
  const copy = async (withTimes: boolean): Promise<void> => {
    try {
      await navigator.clipboard.writeText(copiedText(segments, withTimes ? formatClock : null));
      toasts.show(t("transcript.copied"));
    } catch {
      toasts.error(t("transcript.copyFailed"));
    }
  };
  return (
    <button type="button" className={styles.plain} title={`${t("transcript.copyTimes")}: Alt`} onClick={(event) => void copy(event.altKey)}>
      <IconCopy {...ICON} aria-hidden="true" />
      {t("transcript.copy")}
    </button>
  );
}

/** Returns the matches of each segment. Segments without matches are absent, so that they are not drawn again. */
function useRowMatches(matches: readonly SpokenMatch[], current: number): ReadonlyMap<number, RowMatches> {
  return useMemo(() => {
    const rows = new Map<number, { ends: Map<number, number>; current: number }>();
    matches.forEach(({ segment, from, to }, index) => {
      const row = rows.get(segment) ?? { ends: new Map<number, number>(), current: -1 };
      row.ends.set(from, Math.max(to, row.ends.get(from) ?? to));
      if (index === current) row.current = from;
      rows.set(segment, row);
    });
    return rows;
  }, [matches, current]);
}

/** Returns the names of chapters by the first segment in them. */
function useHeadings(segments: readonly SpokenSegment[], chapters: readonly Chapter[]): ReadonlyMap<number, string> {
  return useMemo(() => {
    const headings = new Map<number, string>();
    for (const { timestamp, name } of chapters) {
      const index = segments.findIndex(({ end }) => end > timestamp);
      if (index >= 0) headings.set(index, name);
    }
    return headings;
  }, [segments, chapters]);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/u.test(target.tagName));

/** `/` moves the focus to the search. In the capture phase, because the page uses the same key for its own search. */
function useSlashKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      field.current?.focus();
    };
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, [field]);
}

/** A click on a word seeks; dragging and double clicks select. A copied selection begins with its time. */
function useWordClicks(list: RefObject<HTMLElement | null>, segments: readonly SpokenSegment[], handle: PlayerHandle | null): void {
  useEffect(() => {
    const node = list.current;
    if (!node) return;
    const wordOf = (target: EventTarget | null) => {
      const span = target instanceof Element ? target.closest<HTMLElement>("[data-word]") : null;
      const row = span?.closest<HTMLElement>("[data-segment]");
      return segments[Number(row?.dataset["segment"] ?? -1)]?.words[Number(span?.dataset["word"] ?? -1)];
    };
    const onClick = (event: MouseEvent): void => {
      const word = wordOf(event.target);
      if (!word || event.detail > 1 || getSelection()?.isCollapsed === false) return;
      handle?.seek(word.start);
    };
    const onCopy = (event: ClipboardEvent): void => {
      const selection = getSelection();
      if (!selection || selection.isCollapsed || isTyping(event.target)) return;
      const word = wordOf(selection.getRangeAt(0).startContainer.parentElement);
      if (!word || !event.clipboardData) return;
      event.clipboardData.setData("text/plain", `${formatClock(word.start)} ${String(selection)}`);
      event.preventDefault();
    };
    node.addEventListener("click", onClick);
    node.addEventListener("copy", onCopy);
    return () => {
      node.removeEventListener("click", onClick);
      node.removeEventListener("copy", onCopy);
    };
  }, [list, segments, handle]);
}
