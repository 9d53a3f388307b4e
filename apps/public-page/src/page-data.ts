import type { ReactNode } from "react";
import { createPortal } from "react-dom";

/** Data that the server embeds into the page. */
export interface PageData {
  itemId: string;
  slug: string;
  type: "image" | "video" | "board";
  title: string;
  likes: number;
  comments: number;
  allowComments: boolean;
  signedIn: boolean;
  /** Whether accounts can be created on this server. */
  canRegister: boolean;
  /** Embedded in another site: player or image alone. */
  framed: boolean;
}

/** Data of the page of a shared folder, which the server renders completely. */
interface FolderData {
  type: "folder";
  slug: string;
}

/** Reads the embedded data; page and script come from the same server, so it is trusted. */
export const readPageData = (): PageData | FolderData =>
  JSON.parse(document.documentElement.dataset["item"] ?? "{}") as PageData | FolderData;

/** Returns a container that the server rendered for the app. */
export const slot = (id: string): HTMLElement | null => document.getElementById(id);

/** Renders a component into a container of the server. */
export function into(id: string, part: ReactNode): ReactNode {
  const slotElement = slot(id);
  return slotElement && createPortal(part, slotElement);
}

/** Shows a short message at the top of the page. */
export function announce(text: string): void {
  const toast = slot("toast");
  if (!toast) return;
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (toast.hidden = true), 3_000);
}
let hiding: ReturnType<typeof setTimeout> | undefined;
