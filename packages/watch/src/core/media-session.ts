import type { PlayerCore } from "./player-core.types.ts";

/** Connects a video to the media keys and the system's media panel. Returns the function that disconnects it. */
export function showInMediaSession(
  player: PlayerCore,
  { title, artist, artwork }: { title: string; artist?: string; artwork?: string | null },
): () => void {
  const session = navigator.mediaSession as MediaSession | undefined;
  if (!session) return () => {};
  session.metadata = new MediaMetadata({ title, artist: artist ?? "", artwork: artwork ? [{ src: artwork }] : [] });
  const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
    ["play", () => player.play()],
    ["pause", () => player.pause()],
    ["seekbackward", ({ seekOffset }) => player.skip(-(seekOffset ?? 10))],
    ["seekforward", ({ seekOffset }) => player.skip(seekOffset ?? 10)],
    ["seekto", ({ seekTime }) => seekTime !== undefined && player.seek(seekTime)],
    ["previoustrack", () => player.goToChapter(-1)],
    ["nexttrack", () => player.goToChapter(1)],
  ];
  const set = (action: MediaSessionAction, handler: MediaSessionActionHandler | null): void => {
    try {
      session.setActionHandler(action, handler);
    } catch {
      // The browser does not support this action.
    }
  };
  for (const [action, handler] of handlers) set(action, handler);
  return () => {
    session.metadata = null;
    for (const [action] of handlers) set(action, null);
  };
}
