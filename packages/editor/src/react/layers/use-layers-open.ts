import { useState } from "react";

const STORAGE_KEY = "stillreel.editor.layers";
/** Window width below which the list is initially closed. */
const ROOMY = 960;

function initially(): boolean {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    if (stored !== null) return stored === "open";
  } catch {
    // Storage may be forbidden. Then the choice is not stored.
  }
  return innerWidth >= ROOMY;
}

function store(isOpen: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, isOpen ? "open" : "closed");
  } catch {
    // As above.
  }
}

/** Returns whether the list of layers is open. Stored on this device. On narrow screens it is a sheet that is initially closed. */
export function useLayersOpen(isNarrow: boolean): { isOpen: boolean; open(): void; close(): void } {
  const [isPanelOpen, setPanelOpen] = useState(initially);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const set = (isOpen: boolean) => {
    if (isNarrow) return setSheetOpen(isOpen);
    setPanelOpen(isOpen);
    store(isOpen);
  };
  return { isOpen: isNarrow ? isSheetOpen : isPanelOpen, open: () => set(true), close: () => set(false) };
}
