import { createMemory, parseStart, showInMediaSession, type PlayerCore, type Visit } from "@stillreel/watch/core";
import { usePlayer, usePlayerState, useTexts } from "@stillreel/watch/player";
import { useCallback, useEffect, useState } from "react";
import { loadPlayback, reportVisit } from "./api.ts";
import { slot, type PageData } from "./page-data.ts";

/** Player on the page's video element, which preserves its loaded data. */
export function usePagePlayer(data: PageData): PlayerCore {
  const { itemId, slug, title } = data;
  const { language } = useTexts();
  const [memory] = useState(createMemory);
  const player = usePlayer({
    itemId,
    memory,
    language,
    load: useCallback(() => loadPlayback(itemId, slug), [itemId, slug]),
    startAt: parseStart(new URLSearchParams(location.search).get("t")),
    onWatched: useCallback((visit: Visit) => reportVisit(memory, data, visit), [memory, data]),
  });
  useEffect(() => {
    const video = slot("video");
    if (!(video instanceof HTMLVideoElement)) return;
    video.controls = false;
    slot("wait")?.remove();
    return player.attach(video, video.currentSrc !== "");
  }, [player]);
  const ratio = usePlayerState(player, (state) => state.ratio);
  useEffect(() => {
    if (ratio !== null) slot("player")?.parentElement?.style.setProperty("--ratio", String(ratio));
  }, [ratio]);
  const hasStarted = usePlayerState(player, (state) => state.hasStarted);
  const poster = usePlayerState(player, (state) => state.playback?.posterUrl ?? null);
  useEffect(() => (hasStarted ? showInMediaSession(player, { title, artwork: poster }) : undefined), [player, title, poster, hasStarted]);
  return player;
}
