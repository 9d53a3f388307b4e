import { useFocusScope, useOutsidePress } from "@stillreel/ui/primitives";
import { useRef, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import type { WatchTexts } from "../texts.ts";
import styles from "./emoji-picker.module.css";
import { EMOJI } from "./emoji.ts";

const COLUMNS = 8;

interface Props {
  label: string;
  /** The button that opened it. It gets the focus back. */
  opener: RefObject<HTMLElement | null>;
  texts: WatchTexts;
  /** Emoji that the user has already chosen. */
  chosen?: readonly string[];
  onPick(emoji: string): void;
  /** Escape, Tab or a press outside. */
  onClose(): void;
}

/** A grid of emoji. Arrow keys move the focus. */
export function EmojiPicker({ label, opener, texts, chosen = [], onPick, onClose }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useFocusScope(box, { opener, tab: "close", onClose });
  useOutsidePress(box, opener, onClose);
  const handleKey = (event: KeyboardEvent): void => {
    const buttons = [...(box.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = step(event.key, at, buttons.length, texts.direction === "rtl");
    if (next === null) return;
    buttons[next]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={box} className={`${styles.picker} on-raised`} role="toolbar" tabIndex={-1} aria-label={label} onKeyDown={handleKey}>
      {EMOJI.map(([emoji, name], index) => (
        <button
          key={emoji}
          type="button"
          className={styles.emoji}
          tabIndex={index === 0 ? 0 : -1}
          aria-label={texts.t(`discussion.emojiNames.${name}`)}
          aria-pressed={chosen.includes(emoji) || undefined}
          onClick={() => onPick(emoji)}
        >
          {emoji}
        </button>
      ))}
    </div>
  );
}

/** Returns the next index for a key in the grid, or null for other keys. */
function step(key: string, at: number, count: number, isRtl: boolean): number | null {
  const forward = isRtl ? "ArrowLeft" : "ArrowRight";
  const back = isRtl ? "ArrowRight" : "ArrowLeft";
  const to =
    key === forward ? at + 1 : key === back ? at - 1 : key === "ArrowDown" ? at + COLUMNS : key === "ArrowUp" ? at - COLUMNS : null;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return to === null ? null : to >= 0 && to < count ? to : at;
}
