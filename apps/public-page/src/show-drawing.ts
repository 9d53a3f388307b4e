import { slot } from "./page-data.ts";

/** Replaces the drawing of a whiteboard with a newer one. The old one stays visible until the new one is loaded. */
export function showDrawing(url: string | null): void {
  const shown = slot("picture")?.querySelector("img");
  if (!shown || url === null) return;
  const next = new Image();
  next.src = url;
  // A drawing that does not load is replaced after the next change.
  void next.decode().then(
    () => (shown.src = url),
    () => {},
  );
}
