import type { TrimVideo } from "@stillreel/recorder/trim";
import { fittedRange, isTrimmed, movedRange, type TrimEnd, type TrimRange } from "@stillreel/recorder/trim.plan";
import { type RefObject, useEffect, useState } from "react";
import { loadTrim } from "./cut-answer.ts";

/** Trimming of the video of an answer. */
export interface Trimming {
  video: TrimVideo;
  range: TrimRange;
  /** Moves an end and shows its frame. */
  move(end: TrimEnd, seconds: number): void;
}

/** State of the trimming: `loading` while the file is read, `impossible` when this browser cannot trim it. */
export type TrimState = Trimming | "loading" | "impossible";

/** Opens a file for trimming. */
function useTrimVideo(file: File): TrimVideo | "loading" | "impossible" {
  const [video, setVideo] = useState<TrimVideo | "loading" | "impossible">("loading");
  useEffect(() => {
    let isGone = false;
    let opened: TrimVideo | null = null;
    void loadTrim()
      .then(({ openTrimVideo }) => openTrimVideo(file))
      .catch(() => null)
      .then((made) => {
        opened = made;
        if (isGone) made?.close();
        else setVideo(made ?? "impossible");
      });
    return () => {
      isGone = true;
      opened?.close();
      setVideo("loading");
    };
  }, [file]);
  return video;
}

/** Plays only the part that is sent: the playback stops at its end, and a start outside of the part begins at its start. */
function useBounds(player: RefObject<HTMLVideoElement | null>, range: TrimRange | null): void {
  const { start, end } = range ?? { start: 0, end: Infinity };
  useEffect(() => {
    const video = player.current;
    if (!video || end === Infinity) return undefined;
    const enter = (): void => {
      if (video.currentTime < start - 0.05 || video.currentTime >= end - 0.05) video.currentTime = start;
    };
    const leave = (): void => {
      if (!video.paused && video.currentTime >= end) video.pause();
    };
    video.addEventListener("play", enter);
    video.addEventListener("timeupdate", leave);
    return () => {
      video.removeEventListener("play", enter);
      video.removeEventListener("timeupdate", leave);
    };
  }, [player, start, end]);
}

/** The trimming of a file. `trim` is null for all of it. */
export function useTrim(
  file: File,
  player: RefObject<HTMLVideoElement | null>,
  trim: TrimRange | null,
  onTrim: (trim: TrimRange | null) => void,
): TrimState {
  const video = useTrimVideo(file);
  const isOpen = typeof video !== "string";
  const range = isOpen ? fittedRange(trim, video.seconds) : null;
  useBounds(player, range && isOpen && isTrimmed(range, video.seconds) ? range : null);
  if (!isOpen || range === null) return isOpen ? "loading" : video;
  return {
    video,
    range,
    move(end, seconds) {
      const next = movedRange(range, end, seconds, video.seconds);
      onTrim(isTrimmed(next, video.seconds) ? next : null);
      if (!player.current) return;
      player.current.pause();
      // The last frame of the part, not the first one after it.
      player.current.currentTime = end === "start" ? next.start : Math.max(next.start, next.end - video.frameSeconds);
    },
  };
}
