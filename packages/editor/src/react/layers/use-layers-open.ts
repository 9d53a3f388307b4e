import { useState } from "react";

const KEPT_AS = "stillreel.editor.layers";
/** Narrower windows begin without the list. */
const ROOMY = 960;

function initially(): boolean {
  try {
    const kept = localStorage.getItem(KEPT_AS);
    if (kept !== null) return kept === "open";
  } catch {
    // Storage may be forbidden; then it is only not remembered.
  }
  return innerWidth >= ROOMY;
}

function keep(isOpen: boolean): void {
  try {
    localStorage.setItem(KEPT_AS, isOpen ? "open" : "closed");
  } catch {
    // As above.
  }
}

/** Is the list of layers open? Remembered on this device; on narrow screens it is a sheet that begins closed. */
export function useLayersOpen(isNarrow: boolean): { isOpen: boolean; open(): void; close(): void } {
  const [isPanelOpen, setPanelOpen] = useState(initially);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const set = (isOpen: boolean) => {
    if (isNarrow) return setSheetOpen(isOpen);
    setPanelOpen(isOpen);
    keep(isOpen);
  };
  return { isOpen: isNarrow ? isSheetOpen : isPanelOpen, open: () => set(true), close: () => set(false) };
}
