import type { BoardClient, BoardState } from "@stillreel/board/core";
import { CaptureUpdateAction } from "@excalidraw/excalidraw";
import { useEffect, useState } from "react";
import type { Stage } from "./stage-store.ts";

type Participant = BoardState["participants"][number];

/** Shows the part of the canvas that a followed person sees. Escape, or a move of the own canvas, stops. */
export function useFollowing(stage: Stage | null, participants: readonly Participant[]) {
  const [followed, onFollow] = useState<string | null>(null);
  const view = participants.find(({ id }) => id === followed)?.view ?? null;
  useEffect(() => {
    if (!stage || !view) return;
    const { width, height } = stage.api.getAppState();
    stage.api.updateScene({
      appState: {
        zoom: { value: view.zoom as never },
        scrollX: width / 2 / view.zoom - view.x,
        scrollY: height / 2 / view.zoom - view.y,
      },
      captureUpdate: CaptureUpdateAction.NEVER,
    });
  }, [stage, view]);
  useEffect(() => {
    if (followed === null || !stage) return undefined;
    const stop = (): void => onFollow(null);
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === "Escape") stop();
    };
    document.addEventListener("keydown", onKey, { capture: true });
    stage.root.addEventListener("wheel", stop, { capture: true, passive: true });
    stage.root.addEventListener("pointerdown", stop, { capture: true });
    return () => {
      document.removeEventListener("keydown", onKey, { capture: true });
      stage.root.removeEventListener("wheel", stop, { capture: true });
      stage.root.removeEventListener("pointerdown", stop, { capture: true });
    };
  }, [followed, stage]);
  return { followed, onFollow };
}

/** Sends what the user selects and sees. The pointer is sent by the canvas. */
export function usePresence(board: BoardClient, stage: Stage | null): void {
  useEffect(() => {
    if (!stage) return undefined;
    const send = (): void => {
      const { selected, view } = stage.getState();
      const { zoom, scrollX, scrollY, width, height } = view;
      const center = { x: width / 2 / zoom - scrollX, y: height / 2 / zoom - scrollY, zoom };
      board.setPresence({ selected: selected.slice(0, 200), view: center });
    };
    const leave = (): void => board.setPresence({ pointer: null });
    send();
    stage.root.addEventListener("pointerleave", leave);
    const stop = stage.subscribe(send);
    return () => {
      stop();
      stage.root.removeEventListener("pointerleave", leave);
    };
  }, [board, stage]);
}
