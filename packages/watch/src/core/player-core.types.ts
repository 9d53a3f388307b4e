import type { Memory } from "./memory.ts";
import type { PlayerState } from "./player-state.ts";
import type { Visit } from "./visit.ts";
import type { Chapter, Playback, PlayerHandle } from "./watch.types.ts";

/** What a player is made of. */
export interface PlayerOptions {
  itemId: string;
  /** What the server offers; throws an error with `status` when it does not. */
  load(): Promise<Playback>;
  /** Second to begin at; without it where this browser left off. */
  startAt?: number | null;
  /** Language of the page: captions in it come first. */
  language?: string;
  onWatched?(visit: Visit, isLeaving: boolean): void;
  onEnded?(): void;
  memory?: Memory;
}

/** A player without its view: one `<video>` element, what the server offers for it, and what somebody does with it. */
export interface PlayerCore extends PlayerHandle {
  getState(): PlayerState;
  /** Takes an element over. `isLoaded`: it holds the first source already. Answers how to let go of it. */
  attach(video: HTMLVideoElement, isLoaded?: boolean): () => void;
  /** The element that was taken over last. */
  readonly video: HTMLVideoElement | null;
  toggle(): void;
  skip(seconds: number): void;
  goToChapter(direction: 1 | -1): void;
  goLive(): void;
  setRate(rate: number): void;
  changeRate(direction: 1 | -1): void;
  setVolume(volume: number): void;
  toggleMute(): void;
  /** Lines of the picture; null leaves the choice to the player. */
  setQuality(height: number | null): void;
  /** Language of a track; null shows none. */
  setCaptions(language: string | null): void;
  toggleCaptions(): void;
  /** Chapters that are shown instead of the server's, while they are edited; null shows the server's. */
  showChapters(chapters: readonly Chapter[] | null): void;
  /** Asks the server again: something of the item changed. */
  refresh(): Promise<void>;
  /** Tries again after a failure. */
  retry(): void;
  /** Calls these from now on; what is not given stays as it was. */
  use(functions: Pick<PlayerOptions, "load" | "onWatched" | "onEnded">): void;
}
