import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import type { WatchTexts } from "../texts.ts";
import styles from "./emoji-picker.module.css";
import { EMOJI } from "./emoji.ts";

const COLUMNS = 8;

interface Props {
  label: string;
  texts: WatchTexts;
  /** Emoji that the user has already chosen. */
  chosen?: readonly string[];
  onPick(emoji: string): void;
  /** Called when Escape, Tab or a press elsewhere closed it. The caller restores the focus. */
  onClose(): void;
}

/** A grid of emoji. Arrow keys move the focus. */
export function EmojiPicker({ label, texts, chosen = [], onPick, onClose }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector("button")?.focus();
    const onPress = (event: PointerEvent): void => {
      if (!box.current?.contains(event.target as Node)) onClose();
    };
    document.addEventListener("pointerdown", onPress, true);
    return () => document.removeEventListener("pointerdown", onPress, true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the effect runs once, when the picker opens
  }, []);
  const handleKey = (event: KeyboardEvent): void => {
    const buttons = [...(box.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = step(event.key, at, buttons.length, texts.direction === "rtl");
    if (event.key === "Escape" || event.key === "Tab") onClose();
    else if (next === null) return;
    else buttons[next]?.focus();
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
export function step(key: string, at: number, count: number, isRtl: boolean): number | null {
  const forward = isRtl ? "ArrowLeft" : "ArrowRight";
  const back = isRtl ? "ArrowRight" : "ArrowLeft";
  const to =
    key === forward ? at + 1 : key === back ? at - 1 : key === "ArrowDown" ? at + COLUMNS : key === "ArrowUp" ? at - COLUMNS : null;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return to === null ? null : to >= 0 && to < count ? to : at;
}
