import type { ReactNode } from "react";

/** One message. `error` is spoken at once, the rest when the reader pauses. */
export interface Toast {
  id: number;
  text: string;
  tone: "plain" | "done" | "error";
  /** A picture of what happened, before the text. */
  icon?: ReactNode;
  /** A way back, such as Undo; `keyHint` is the key that does the same. */
  action?: { label: string; keyHint?: string; run: () => void };
}

/** What callers give: text first, the rest when needed. */
export type ToastOptions = Partial<Pick<Toast, "tone" | "icon" | "action">>;

/** Holds the one toast that is on screen: the newest replaces the last. Works outside of React too. */
export interface ToastStore {
  show(text: string, options?: ToastOptions): void;
  error(text: string): void;
  dismiss(id?: number): void;
  subscribe(listener: () => void): () => void;
  current(): Toast | undefined;
}

/** Makes an empty store. */
export function createToasts(): ToastStore {
  const listeners = new Set<() => void>();
  let toast: Toast | undefined;
  let lastId = 0;
  const set = (next: Toast | undefined): void => {
    toast = next;
    for (const listener of listeners) listener();
  };
  const show = (text: string, { tone = "plain", ...rest }: ToastOptions = {}): void => set({ id: (lastId += 1), text, tone, ...rest });
  return {
    show,
    error: (text) => show(text, { tone: "error" }),
    dismiss: (id) => {
      if (toast && (id === undefined || id === toast.id)) set(undefined);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => toast,
  };
}

/** The page's toasts. */
export const toasts: ToastStore = createToasts();
