import { useEffect, useRef, type KeyboardEvent, type RefObject } from "react";

interface Given {
  /** Saves the name; returns whether editing has ended. */
  onSave: (byKeyboard: boolean) => boolean;
  /** Called once after saving or cancelling; the argument says whether the keyboard ended it (the focus must then return). */
  onClose: (byKeyboard: boolean) => void;
}

interface NameField {
  ref: RefObject<HTMLInputElement | null>;
  onKeyDown: (event: KeyboardEvent) => void;
  onBlur: () => void;
}

/** Behaviour of an inline name field: initially selected; Enter and blur save, Escape cancels. */
export function useNameField({ onSave, onClose }: Given): NameField {
  const ref = useRef<HTMLInputElement>(null);
  const isClosed = useRef(false);
  useEffect(() => {
    ref.current?.focus();
    ref.current?.select();
  }, []);

  const close = (byKeyboard: boolean): void => {
    if (isClosed.current) return;
    isClosed.current = true;
    onClose(byKeyboard);
  };
  const save = (byKeyboard: boolean): void => {
    if (!isClosed.current && onSave(byKeyboard)) close(byKeyboard);
  };
  const handleKey = (event: KeyboardEvent): void => {
    // The page has its own shortcuts.
    event.stopPropagation();
    // Enter that ends a composition (Chinese, Japanese) is part of typing.
    if (event.nativeEvent.isComposing) return;
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // The focus returns to a link immediately; the key must not activate it.
    event.preventDefault();
    if (event.key === "Enter") save(true);
    else close(true);
  };
  return { ref, onKeyDown: handleKey, onBlur: () => save(false) };
}
