import type { ReactNode } from "react";
import { createPortal } from "react-dom";

/** What the server wrote into the page for the app. */
export interface PageData {
  itemId: string;
  slug: string;
  type: "image" | "video";
  title: string;
  likes: number;
  comments: number;
  allowComments: boolean;
  signedIn: boolean;
  /** Inside of a page of another site: the player or the picture alone. */
  framed: boolean;
}

/** Reads what the server wrote; the page and this script come from the same server, so it is as it was written. */
export const readPageData = (): PageData => JSON.parse(document.documentElement.dataset["item"] ?? "{}") as PageData;

/** A place that the server left for the app. */
export const slot = (id: string): HTMLElement | null => document.getElementById(id);

/** Puts a part into a place that the server left for it. */
export function into(id: string, part: ReactNode): ReactNode {
  const place = slot(id);
  return place && createPortal(part, place);
}

/** The page's own small messages, at its upper edge. */
export function say(text: string): void {
  const toast = slot("toast");
  if (!toast) return;
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (toast.hidden = true), 3_000);
}
let hiding: ReturnType<typeof setTimeout> | undefined;
