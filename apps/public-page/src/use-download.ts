import { useEffect, useEffectEvent } from "react";
import { slot, type PageData } from "./page-data.ts";
import type { Visitor } from "./use-visitor.ts";

/** Handles the server-rendered download link; visitors of a video sign in on the page, and the link says so until then. */
export function useDownload({ itemId, slug, type }: PageData, visitor: Visitor): void {
  const press = useEffectEvent(async (event: Event) => {
    const link = event.currentTarget as HTMLAnchorElement;
    if (visitor.viewer !== null || type !== "video") return;
    event.preventDefault();
    if (!(await visitor.ask("download", link))) return;
    link.href = `/api/v1/items/${itemId}/download?format=original&share=${encodeURIComponent(slug)}`;
    location.assign(link.href);
  });
  const isSignedIn = Boolean(visitor.viewer);
  useEffect(() => {
    const link = slot("download");
    const label = link?.querySelector("span");
    if (!isSignedIn || !link || !label) return;
    label.textContent = link.dataset["ready"] ?? "";
    link.classList.remove("wide");
  }, [isSignedIn]);
  useEffect(() => {
    const link = slot("download");
    const listen = (event: Event): void => void press(event);
    link?.addEventListener("click", listen);
    return () => link?.removeEventListener("click", listen);
  }, []);
}
