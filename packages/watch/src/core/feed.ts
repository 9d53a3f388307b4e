import { attachHls, type Detach } from "./hls.ts";
import { attemptsOf, type Abilities, type Attempt } from "./sources.ts";
import type { Playback, PlaybackSource } from "./watch.types.ts";

/** Age after which addresses are renewed before more bytes are requested. Signed addresses expire after five minutes. */
const FRESH_MS = 240_000;
/** Two failures within this time are caused by the source, not by an expired address. */
const RENEW_PAUSE_MS = 10_000;

/** Returns the formats that this browser can play. */
function browserAbilities(video: HTMLVideoElement): Abilities {
  return {
    canPlay: (type) => video.canPlayType(type) !== "",
    hasMediaSource: "MediaSource" in globalThis || "ManagedMediaSource" in globalThis,
  };
}

interface FeedOptions {
  video: HTMLVideoElement;
  /** Requests new addresses. Returns null when there are none. */
  renew: () => Promise<Playback | null>;
  /** Called when all sources have failed. */
  failed: () => void;
  now?: () => number;
}

/** Loads the server's sources into an element, tries the next one when one fails, and renews expired addresses. */
export class Feed {
  readonly #video: HTMLVideoElement;
  readonly #renew: () => Promise<Playback | null>;
  readonly #failed: () => void;
  readonly #now: () => number;
  #attempts: Attempt[] = [];
  #at = 0;
  #chosen: PlaybackSource | null = null;
  #detach: Detach | null = null;
  #signedAt = 0;
  #renewedAt = Number.NEGATIVE_INFINITY;
  #isRenewing = false;
  #turn = 0;

  constructor({ video, renew, failed, now = () => performance.now() }: FeedOptions) {
    this.#video = video;
    this.#renew = renew;
    this.#failed = failed;
    this.#now = now;
  }

  /** The active source, or null. */
  get source(): PlaybackSource | null {
    return this.#chosen ?? this.#attempts[this.#at]?.source ?? null;
  }

  /** Sets the server's sources. `isLoaded`: the page has already loaded the first one into the element. */
  offer(playback: Playback, isLoaded = false): void {
    this.#attempts = attemptsOf(playback, browserAbilities(this.#video));
    this.#at = 0;
    this.#signedAt = this.#now();
    if (isLoaded && this.#goesOn()) return;
    this.#load(null, false);
  }

  /** Plays another video of the same link from the current second on, or from its end. */
  replace(playback: Playback): void {
    const { currentTime, paused } = this.#video;
    this.#chosen = null;
    this.#attempts = attemptsOf(playback, browserAbilities(this.#video));
    this.#at = 0;
    this.#signedAt = this.#now();
    this.#load(Math.min(currentTime, playback.duration ?? currentTime), !paused);
  }

  /** Returns whether the element plays the page's source. It is not replaced, even by a better one. */
  #goesOn(): boolean {
    const { currentSrc, error, networkState } = this.#video;
    if (error !== null || networkState === HTMLMediaElement.NETWORK_NO_SOURCE) return false;
    const isHeld = ({ source, method }: Attempt): boolean =>
      method === "native" && new URL(source.url, document.baseURI).href === currentSrc;
    const held = this.#attempts.filter(isHeld);
    this.#attempts = [...held, ...this.#attempts.filter((attempt) => !held.includes(attempt))];
    return true;
  }

  /** Plays one quality from now on, or leaves the choice to the player again. */
  choose(source: PlaybackSource | null): void {
    this.#chosen = source;
    this.#load(this.#video.currentTime, !this.#video.paused);
  }

  /** Handles that the element needs bytes: an address that may have expired is renewed first. */
  async renewExpiredAddresses(): Promise<void> {
    if (this.source?.kind === "file" && this.#now() - this.#signedAt > FRESH_MS) await this.#renewAddresses();
  }

  /** Handles an error of the element: the address has expired, the network failed, or it cannot play this. */
  async recover(): Promise<void> {
    if (this.#isRenewing) return;
    const isUnplayable = this.#video.error?.code === MediaError.MEDIA_ERR_DECODE;
    if (!isUnplayable && this.source?.kind === "file" && this.#now() - this.#renewedAt > RENEW_PAUSE_MS) {
      if (await this.#renewAddresses()) return;
    }
    this.#next();
  }

  dispose(): void {
    this.#turn += 1;
    this.#detach?.();
    this.#detach = null;
  }

  #next(): void {
    if (this.#chosen) this.#chosen = null;
    else this.#at += 1;
    if (this.#at >= this.#attempts.length) this.#failed();
    else this.#load(this.#video.currentTime, !this.#video.paused);
  }

  async #renewAddresses(): Promise<boolean> {
    if (this.#isRenewing) return true;
    this.#isRenewing = true;
    const playback = await this.#renew().finally(() => {
      this.#isRenewing = false;
    });
    if (!playback) return false;
    this.#renewedAt = this.#now();
    this.#signedAt = this.#now();
    const tried = this.#at;
    this.#attempts = attemptsOf(playback, browserAbilities(this.#video));
    this.#at = Math.min(tried, Math.max(0, this.#attempts.length - 1));
    const { height } = this.#chosen ?? {};
    if (height !== undefined) this.#chosen = playback.sources.find((source) => source.kind === "file" && source.height === height) ?? null;
    this.#load(this.#video.currentTime, !this.#video.paused);
    return true;
  }

  /** Sets the element's source, and restores its time. */
  #load(time: number | null, isPlaying: boolean): void {
    const attempt = this.#attempts[this.#at];
    const source = this.source;
    if (!source || !attempt) return this.#failed();
    this.#detach?.();
    this.#detach = null;
    this.#turn += 1;
    const turn = this.#turn;
    const { playbackRate } = this.#video;
    const back = (): void => {
      if (turn !== this.#turn) return;
      this.#video.playbackRate = playbackRate;
      if (time !== null && time > 0) this.#video.currentTime = time;
      if (isPlaying) void this.#video.play().catch(() => {});
    };
    this.#video.addEventListener("loadedmetadata", back, { once: true });
    const isNative = source.kind === "file" || attempt.method === "native";
    if (isNative) {
      this.#video.src = source.url;
      return;
    }
    void attachHls(this.#video, source.url, time, () => turn === this.#turn && this.#next()).then((detach) => {
      if (turn === this.#turn) this.#detach = detach;
      else detach();
    });
  }
}
