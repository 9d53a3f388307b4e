import { IconMapPin, IconMapPinOff } from "@tabler/icons-react";
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import type { Comment } from "../core/index.ts";
import { isSending } from "./comment-writer.ts";
import { CommentRow, rowId, type RowContext } from "./comment.tsx";
import { Composer } from "./composer.tsx";
import { useDiscussion } from "./discussion-store.ts";
import styles from "./discussion.module.css";
import type { DiscussionProps } from "./discussion.types.ts";
import parts from "./parts.module.css";
import { pinNumbers } from "./pin-numbers.ts";
import { threadsOf } from "./threads.ts";
import { useCurrent } from "./use-playhead.ts";

/** Interval in which ages are updated, in milliseconds. */
const AGE_MS = 30_000;

/** The comments of an item, and the form for a new one. */
export function Discussion(props: DiscussionProps): ReactNode {
  const { store, texts, readOnly, replyTo = null } = props;
  const { t } = texts;
  const canComment = mayWrite(props);
  const state = useDiscussion(store);
  const list = useRef<HTMLDivElement>(null);
  useShown(list, state.showAsked, state.pointed);
  useSentInView(list, state.comments);
  useLoaded(store, replyTo);
  return (
    <section className={styles.discussion} aria-label={t("discussion.label")}>
      <div ref={list} className={styles.scroll}>
        {state.status === "failed" && (
          <div className={styles.message} role="alert">
            <p>{t("discussion.unavailable")}</p>
            <button type="button" className={parts.filled} onClick={() => void store.refresh()}>
              {t("discussion.retry")}
            </button>
          </div>
        )}
        {state.status === "loading" && <Skeleton label={t("discussion.loading")} />}
        {state.status === "ready" && state.comments.length === 0 && <Empty {...props} />}
        {state.comments.length > 0 && <Threads {...props} />}
        {state.hasMore && (
          <button
            type="button"
            className={`${parts.plain} ${styles.more}`}
            disabled={state.isLoadingMore}
            onClick={() => void store.loadMore()}
          >
            {t("discussion.more")}
          </button>
        )}
      </div>
      {canComment ? <Composer {...props} /> : <p className={styles.closed}>{readOnly ?? t("discussion.closed")}</p>}
    </section>
  );
}

/** Returns whether the user can write comments. */
const mayWrite = ({ canComment, readOnly }: DiscussionProps): boolean => canComment && readOnly === undefined;

function Threads(props: DiscussionProps): ReactNode {
  const { store, handle } = props;
  const { comments, pointed, removed } = useDiscussion(store);
  const current = useCurrent(handle, comments);
  useTick(AGE_MS);
  const { tops, answers } = useMemo(() => threadsOf(comments), [comments]);
  const numbers = useMemo(() => pinNumbers(comments, removed), [comments, removed]);
  const hasPins = props.type === "image" && numbers.size > 0;
  const context: RowContext = { ...props, now: props.now ?? Date.now, current, pointed, removed, numbers };
  return (
    <>
      {hasPins && <PinsToggle {...props} />}
      <ul className={styles.list}>
        {tops.map((comment) => (
          <CommentRow key={comment.id} comment={comment} answers={answers.get(comment.id) ?? []} context={context} />
        ))}
      </ul>
    </>
  );
}

/** Hides the pins, which cover parts of the image, or shows them again. */
function PinsToggle({ store, texts: { t } }: Pick<DiscussionProps, "store" | "texts">): ReactNode {
  const { arePinsHidden } = useDiscussion(store);
  const Icon = arePinsHidden ? IconMapPin : IconMapPinOff;
  return (
    <button type="button" className={`${parts.text} ${styles.pins}`} onClick={() => store.setPinsHidden(!arePinsHidden)}>
      <Icon size={16} stroke={1.7} aria-hidden="true" />
      {t(arePinsHidden ? "discussion.showPins" : "discussion.hidePins")}
    </button>
  );
}

/** How a first comment is written with a keyboard and a mouse. Comments of whiteboards have no place in the drawing. */
const HINTS = { video: "discussion.emptyText", image: "discussion.emptyPicture", board: "discussion.emptyTouch" } as const;

function Empty(props: DiscussionProps): ReactNode {
  const { type } = props;
  const { t } = props.texts;
  const hint = HINTS[type];
  return (
    <div className={styles.message}>
      <h2 className={styles.title}>{t("discussion.empty")}</h2>
      {mayWrite(props) && (
        <>
          <p className={styles.forKeys}>{t(hint)}</p>
          <p className={styles.forTouch}>{t("discussion.emptyTouch")}</p>
        </>
      )}
    </div>
  );
}

/** Placeholder rows, which are only visible when the response takes long. */
function Skeleton({ label }: { label: string }): ReactNode {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {[62, 80, 48].map((width) => (
        <div key={width} className={styles.bone} aria-hidden="true">
          <i />
          <span ref={(node) => node?.style.setProperty("width", `${width}%`)} />
        </div>
      ))}
    </div>
  );
}

/** Scrolls the requested comment into view. */
function useShown(list: RefObject<HTMLElement | null>, asked: number, pointed: string | null): void {
  const last = useRef(asked);
  useEffect(() => {
    if (last.current === asked || pointed === null) return;
    last.current = asked;
    const row = list.current?.querySelector<HTMLElement>(`#${CSS.escape(rowId(pointed))}`);
    row?.scrollIntoView?.({ block: "nearest" });
    row?.focus({ preventScroll: true });
  }, [list, asked, pointed]);
}

/** Scrolls a comment that the user has just sent into view. Its place in the list depends on its time. */
function useSentInView(list: RefObject<HTMLElement | null>, comments: readonly Comment[]): void {
  const sent = comments.findLast(isSending)?.id;
  useEffect(() => {
    if (sent === undefined) return;
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(rowId(sent))}`)?.scrollIntoView?.({ block: "nearest" });
  }, [list, sent]);
}

/** Loads further pages until they contain a comment, or end. */
function useLoaded(store: DiscussionProps["store"], commentId: string | null): void {
  const { comments, hasMore, isLoadingMore } = useDiscussion(store);
  const isMissing = commentId !== null && hasMore && comments.every(({ id }) => id !== commentId);
  const count = comments.length;
  // A page that cannot be loaded is not requested again.
  const requested = useRef(0);
  useEffect(() => {
    if (!isMissing || isLoadingMore || requested.current === count) return;
    requested.current = count;
    void store.loadMore();
  }, [store, isMissing, isLoadingMore, count]);
}

function useTick(everyMs: number): void {
  const [, setTicks] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
