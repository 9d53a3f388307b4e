import { useEffect, useState } from "react";

/** Focuses the list's Tab stop when the focused element was removed with its item. */
export function focusList(): void {
  requestAnimationFrame(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('[data-item-link][tabindex="0"]')?.focus({ preventScroll: true });
  });
}

/** Moves the focus to the element that opened a dialog, or to the list when that element is gone, unless something else took it. */
export function returnFocus(opener: Element | null): void {
  // After the dialog's own focus handling.
  requestAnimationFrame(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus({ preventScroll: true });
    else focusList();
  });
}

/** Restores the focus after a dialog closes, otherwise focuses the list. */
export function useFocusReturn(isOpen: boolean): void {
  const [wasOpen, setWasOpen] = useState(isOpen);
  const [opener, setOpener] = useState<Element | null>(null);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // Read during render: by the time of an effect the dialog may have taken the focus.
    if (isOpen) setOpener(document.activeElement);
  }
  useEffect(() => (isOpen ? () => returnFocus(opener) : undefined), [isOpen, opener]);
}
