import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { pickFiles } from "../features/uploads/index.ts";

/** How long after `G` its second key counts, in milliseconds. */
const SEQUENCE_MS = 1000;

/** True while keys belong to a text field, an open menu or an open dialog. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest("input, textarea, select, [contenteditable=true], [role=menu], [role=dialog]") !== null;
}

/** Keys that work on every page of the shell: `G I`, `U`, `?`. Off while typing. */
export function useShortcuts({ showShortcuts }: { showShortcuts: () => void }): void {
  const navigate = useNavigate();
  useEffect(() => {
    let goPressedAt = -Infinity;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const isSecondKey = event.timeStamp - goPressedAt < SEQUENCE_MS;
      goPressedAt = -Infinity;
      if (event.key === "g") goPressedAt = event.timeStamp;
      else if (event.key === "i" && isSecondKey) void navigate({ to: "/images" });
      else if (event.key === "u") pickFiles();
      else if (event.key === "?") showShortcuts();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [navigate, showShortcuts]);
}
