import { useEffect, useRef, type KeyboardEvent, type RefObject } from "react";

interface Given {
  /** Keeps the name; answers whether the editing is over. */
  onSave: (byKeyboard: boolean) => boolean;
  /** After saving or giving up, once; tells whether the keyboard ended it (the focus must then go back). */
  onClose: (byKeyboard: boolean) => void;
}

interface NameField {
  ref: RefObject<HTMLInputElement | null>;
  onKeyDown: (event: KeyboardEvent) => void;
  onBlur: () => void;
}

/** The ways of a field in which a name is edited where it stands: it begins selected; Enter and leaving it save, Escape gives up. */
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
    // What lies around the field, and the page, have shortcuts of their own.
    event.stopPropagation();
    // Enter that ends a composition (Chinese, Japanese) is part of typing.
    if (event.nativeEvent.isComposing) return;
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // The focus goes back to a link in this very moment; the key must not press it.
    event.preventDefault();
    if (event.key === "Enter") save(true);
    else close(true);
  };
  return { ref, onKeyDown: handleKey, onBlur: () => save(false) };
}
