import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { undoLast } from "../features/library/index.ts";
import { pickFiles } from "../features/uploads/index.ts";

/** How long after `G` its second key counts, in milliseconds. */
const SEQUENCE_MS = 1000;

/** True while keys belong to a text field, an open menu or an open dialog. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest("input, textarea, select, [contenteditable=true], [role=menu], [role=dialog]") !== null;
}

/** Where the key after `G` leads. */
const PLACES: Record<string, "/images" | "/videos" | "/shared" | "/starred" | "/trash" | undefined> = {
  i: "/images",
  v: "/videos",
  h: "/shared",
  s: "/starred",
  t: "/trash",
};

interface Shortcuts {
  showShortcuts: () => void;
  newFolder: () => void;
}

/** Keys that work on every page of the shell: `G` and a place, `U`, `R`, `⇧N`, `?`, `⌘Z`. Off while typing. */
export function useShortcuts({ showShortcuts, newFolder }: Shortcuts): void {
  const navigate = useNavigate();
  useEffect(() => {
    let goPressedAt = -Infinity;
    const onKey = (event: KeyboardEvent): void => {
      if (event.altKey || isTyping(event.target)) return;
      if (event.ctrlKey || event.metaKey) {
        if (event.key.toLowerCase() === "z" && !event.shiftKey && !event.defaultPrevented && undoLast()) event.preventDefault();
        return;
      }
      const isSecondKey = event.timeStamp - goPressedAt < SEQUENCE_MS;
      const place = isSecondKey ? PLACES[event.key] : undefined;
      goPressedAt = -Infinity;
      // A list's own letters (S stars, for one) must not get the second key of a sequence: it is heard before them.
      if (place) void navigate({ to: place, search: {} });
      else if (event.key === "g") goPressedAt = event.timeStamp;
      else if (event.defaultPrevented) return;
      else if (event.key === "u") pickFiles();
      else if (event.key === "r") void navigate({ to: "/record" });
      else if (event.key === "N" && event.shiftKey) newFolder();
      else if (event.key === "?") showShortcuts();
      else return;
      event.preventDefault();
      if (place) event.stopPropagation();
    };
    document.addEventListener("keydown", onKey, { capture: true });
    return () => document.removeEventListener("keydown", onKey, { capture: true });
  }, [navigate, showShortcuts, newFolder]);
}
