import { useEffect } from "react";
import { queryClient } from "../../../platform/api.ts";
import { userQuery } from "../../../platform/session/user.queries.ts";
import { type CanvasPart, partOf } from "./first-view.ts";
import type { Stage } from "./stage-store.ts";

const KEY = "stillreel-board-views";
const BOARDS_MAX = 50;
/** Pause after which a view is stored, in milliseconds. */
const STORE_MS = 500;

type Entry = [boardId: string, x: number, y: number, zoom: number];

const userId = (): string | undefined => queryClient.getQueryData(userQuery.queryKey)?.id;

const isEntry = (one: unknown): one is Entry =>
  Array.isArray(one) && typeof one[0] === "string" && one.slice(1).every((value) => Number.isFinite(value)) && (one[3] as number) > 0;

/** Reads the views of this user on this device, the latest first. Other users do not see them. */
function read(): Entry[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    const { owner, views } = (stored ?? {}) as { owner?: unknown; views?: unknown };
    return owner === userId() && Array.isArray(views) ? views.filter((one) => isEntry(one)) : [];
  } catch {
    // Invalid data or disabled storage: each board opens as if for the first time.
    return [];
  }
}

/** Returns the part of a board that this user saw last on this device; null without one. */
export function lastView(boardId: string): CanvasPart | null {
  const [, x, y, zoom] = read().find(([id]) => id === boardId) ?? [];
  return x === undefined || y === undefined || zoom === undefined ? null : { x, y, zoom };
}

/** Stores the part of a board that this user sees. */
export function storeView(boardId: string, { x, y, zoom }: CanvasPart): void {
  const owner = userId();
  if (owner === undefined) return;
  const views = [[boardId, x, y, zoom], ...read().filter(([id]) => id !== boardId)].slice(0, BOARDS_MAX);
  try {
    localStorage.setItem(KEY, JSON.stringify({ owner, views }));
  } catch {
    // Without storage the board opens as if for the first time.
  }
}

const INPUTS = ["wheel", "pointerdown", "keydown"] as const;

/** Stores the part of a board that is visible, shortly after the user moves it and when the board is left. */
export function useStoredView(boardId: string, stage: Stage | null): void {
  useEffect(() => {
    if (!stage) return undefined;
    let { view } = stage.getState();
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The view with which the board opens is not chosen by the user: the next time it may be another one.
    let isChosen = false;
    const choose = (): void => void (isChosen = true);
    for (const type of INPUTS) window.addEventListener(type, choose, { capture: true, passive: true, once: true });
    const store = (): void => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      if (stage.api.getSceneElements().length > 0) storeView(boardId, partOf(view, view));
    };
    const stop = stage.subscribe(() => {
      const next = stage.getState().view;
      if (next === view) return;
      view = next;
      if (isChosen) timer ??= setTimeout(store, STORE_MS);
    });
    window.addEventListener("pagehide", store);
    return () => {
      stop();
      store();
      window.removeEventListener("pagehide", store);
      for (const type of INPUTS) window.removeEventListener(type, choose, { capture: true });
    };
  }, [boardId, stage]);
}
