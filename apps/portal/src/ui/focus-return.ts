import { useEffect, useState } from "react";

/** Brings the focus to the list's one Tab stop, when what had it is gone with the items. */
export function focusList(): void {
  requestAnimationFrame(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('[data-item-link][tabindex="0"]')?.focus({ preventScroll: true });
  });
}

/** Moves the focus to the element that opened a dialog, or to the list when that element is gone, unless something else took it. */
export function returnFocus(opener: Element | null): void {
  // The dialog's own end comes first; it may put the focus somewhere itself.
  requestAnimationFrame(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus({ preventScroll: true });
    else focusList();
  });
}

/** Gives the focus back to what had it before a dialog opened, or to the list. */
export function useFocusReturn(isOpen: boolean): void {
  const [wasOpen, setWasOpen] = useState(isOpen);
  const [opener, setOpener] = useState<Element | null>(null);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // Read while rendering: by the time of an effect the dialog may have taken the focus.
    if (isOpen) setOpener(document.activeElement);
  }
  useEffect(() => (isOpen ? () => returnFocus(opener) : undefined), [isOpen, opener]);
}
