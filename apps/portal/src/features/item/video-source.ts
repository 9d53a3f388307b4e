import { useCallback, useRef, useState, type RefObject } from "react";

/** A source older than this, in milliseconds, is replaced before it is asked for more bytes; addresses die at 300 s. */
const FRESH_MS = 240_000;
/** Failures in a row, without a second played between them, after which the player gives up. */
const FAILURES_MAX = 2;

/** The source of a player, kept alive. `handlers` belong on its `<video>`. */
export interface LivingSource {
  source: string;
  /** It cannot be played, or no new address could be had. */
  isBroken: boolean;
  retry: () => void;
  handlers: {
    onPlay: () => void;
    onSeeking: () => void;
    onWaiting: () => void;
    onTimeUpdate: () => void;
    onLoadedMetadata: () => void;
    onError: () => void;
  };
}

/**
 * Keeps a player's signed address alive. While bytes flow nothing is touched: an answer under way outlives its address. Once
 * the address is old, the next thing that needs bytes (playing on, seeking, waiting for more) first gets a new one, and so
 * does a failure; position, speed and whether it was playing stay.
 * @param renew reads the item again; resolves to the new address, or to null when there is none
 */
export function useLivingSource(
  video: RefObject<HTMLVideoElement | null>,
  offered: string,
  renew: () => Promise<string | null>,
): LivingSource {
  const [source, setSource] = useState(offered);
  const [isBroken, setBroken] = useState(false);
  const held = useRef({ bornAt: Date.now(), time: 0, rate: 1, isPlaying: false, isRenewing: false, isResuming: false, failures: 0 });

  const replace = useCallback(
    async (hasFailed: boolean): Promise<void> => {
      const state = held.current;
      if (state.isRenewing) return;
      state.isRenewing = true;
      const url = await renew().catch(() => null);
      state.isRenewing = false;
      if (url === null) {
        if (hasFailed) setBroken(true);
        return;
      }
      const player = video.current;
      const isSame = player?.getAttribute("src") === url;
      state.bornAt = Date.now();
      setBroken(false);
      // Addresses signed a moment apart are alike: only one that has failed is asked again.
      if (isSame && !hasFailed) return;
      if (player && !state.isResuming) {
        state.isPlaying = !player.paused && !player.ended;
        state.rate = player.playbackRate;
      }
      state.isResuming = true;
      setSource(url);
      if (isSame) player.load();
    },
    [renew, video],
  );

  const keepFresh = (): void => {
    if (!held.current.isResuming && Date.now() - held.current.bornAt > FRESH_MS) void replace(false);
  };
  const notePosition = (): void => {
    const player = video.current;
    if (player && !held.current.isResuming && !player.error) held.current.time = player.currentTime;
  };
  return {
    source,
    isBroken,
    retry: () => {
      held.current.failures = 0;
      void replace(true);
    },
    handlers: {
      onPlay: keepFresh,
      onWaiting: keepFresh,
      onSeeking: () => {
        notePosition();
        keepFresh();
      },
      onTimeUpdate: () => {
        const before = held.current.time;
        notePosition();
        if (held.current.time - before > 0) held.current.failures = 0;
      },
      onLoadedMetadata: () => {
        const [player, state] = [video.current, held.current];
        if (!player || !state.isResuming) return;
        state.isResuming = false;
        player.currentTime = state.time;
        player.playbackRate = state.rate;
        // A browser that refuses to play by itself leaves the button to the person.
        if (state.isPlaying) void player.play().catch(() => {});
      },
      onError: () => {
        held.current.failures += 1;
        if (held.current.failures > FAILURES_MAX) setBroken(true);
        else void replace(true);
      },
    },
  };
}
