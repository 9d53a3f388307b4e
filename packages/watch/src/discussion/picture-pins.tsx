import { VisuallyHidden } from "@stillreel/ui";
import { useEffect, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import type { Comment } from "../core/index.ts";
import type { WatchTexts } from "../texts.ts";
import { useDiscussion } from "./discussion-store.ts";
import type { DiscussionStore } from "./discussion.types.ts";
import styles from "./picture-pins.module.css";
import { pinNumbers } from "./pin-numbers.ts";

/** Step of the arrow keys while a point is chosen, as a fraction of the image. */
const STEP = 0.02;

interface Props {
  store: DiscussionStore;
  texts: WatchTexts;
}

/**
 * The comments on an image as pins. It fills its nearest positioned ancestor, which must have the image's box. While a point is
 * being chosen, a press (or arrow keys and Enter) selects it.
 */
export function PicturePins({ store, texts }: Props): ReactNode {
  const { comments, removed, pointed, newPoint, isPlacing, arePinsHidden } = useDiscussion(store);
  const numbers = pinNumbers(comments, removed);
  const pinned = comments.flatMap((comment) => {
    if (arePinsHidden && comment.id !== pointed) return [];
    const number = numbers.get(comment.id);
    return number !== undefined && typeof comment.at === "object" && comment.at ? [{ comment, number, at: comment.at }] : [];
  });
  return (
    // Points of an image do not depend on the reading direction.
    <div className={styles.ground} dir="ltr">
      {pinned.map(({ comment, number, at }) => (
        <PinButton
          key={comment.id}
          comment={comment}
          number={number}
          at={at}
          isPointed={pointed === comment.id}
          store={store}
          texts={texts}
        />
      ))}
      {newPoint && <span className={styles.newPoint} ref={putAt(newPoint)} aria-hidden="true" />}
      {isPlacing && <Placing store={store} texts={texts} />}
    </div>
  );
}

const putAt =
  ({ x, y }: { x: number; y: number }) =>
  (node: HTMLElement | null): void => {
    node?.style.setProperty("left", `${x * 100}%`);
    node?.style.setProperty("top", `${y * 100}%`);
  };

interface PinProps extends Props {
  comment: Comment;
  number: number;
  at: { x: number; y: number };
  isPointed: boolean;
}

function PinButton({ comment, number, at, isPointed, store, texts }: PinProps): ReactNode {
  return (
    <button
      type="button"
      ref={putAt(at)}
      className={styles.pin}
      data-pointed={isPointed || undefined}
      onPointerEnter={() => store.point(comment.id)}
      onPointerLeave={() => store.point(null)}
      onPointerDown={(event) => event.stopPropagation()}
      onFocus={() => store.point(comment.id)}
      onClick={() => store.show(comment.id)}
    >
      <span aria-hidden="true">{number}</span>
      {/* As text and not as a label, because a number is visible. */}
      <VisuallyHidden>{texts.t("discussion.pinNumber", { number, name: comment.author.displayName })}</VisuallyHidden>
    </button>
  );
}

/** Covers the image while a point is being chosen. */
function Placing({ store, texts }: Props): ReactNode {
  const { newPoint } = useDiscussion(store);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      store.setPlacing(false);
    };
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, [store]);
  const take = (point: { x: number; y: number }): void => {
    store.setNewPoint({ x: within(point.x), y: within(point.y) });
    store.askToWrite();
  };
  const handlePress = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    event.stopPropagation();
    event.preventDefault();
    take({ x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height });
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    const node = event.currentTarget.querySelector<HTMLElement>("span");
    const at = { x: Number(node?.dataset["x"] ?? 0.5), y: Number(node?.dataset["y"] ?? 0.5) };
    const move = MOVES[event.key];
    if (event.key === "Enter" || event.key === " ") take(at);
    else if (move && node) aimAt(node, { x: within(at.x + move.x * STEP), y: within(at.y + move.y * STEP) });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      type="button"
      className={styles.placing}
      aria-label={texts.t("discussion.choosing")}
      ref={(node) => node?.focus({ preventScroll: true })}
      onPointerDown={handlePress}
      onKeyDown={handleKey}
    >
      <span className={styles.aim} ref={(node) => void (node && !node.dataset["x"] && aimAt(node, newPoint ?? { x: 0.5, y: 0.5 }))} />
    </button>
  );
}

const MOVES: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const within = (part: number): number => Math.min(1, Math.max(0, part));

function aimAt(node: HTMLElement, at: { x: number; y: number }): void {
  node.dataset["x"] = String(at.x);
  node.dataset["y"] = String(at.y);
  putAt(at)(node);
}
