import type { ReactNode } from "react";

/** One message. `error` is announced assertively, the others politely. */
export interface Toast {
  id: number;
  text: string;
  tone: "plain" | "done" | "error";
  /** An image of the event, before the text. */
  icon?: ReactNode;
  /** An action such as Undo. `keyHint` is its keyboard shortcut. */
  action?: { label: string; keyHint?: string; run: () => void };
}

/** Options of callers besides the text. */
export type ToastOptions = Partial<Pick<Toast, "tone" | "icon" | "action">>;

/** Stores the visible toast. The newest one replaces the previous one. Works outside React too. */
export interface ToastStore {
  show(text: string, options?: ToastOptions): void;
  error(text: string): void;
  dismiss(id?: number): void;
  subscribe(listener: () => void): () => void;
  current(): Toast | undefined;
}

/** Creates an empty store. */
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
