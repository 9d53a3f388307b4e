import type { Memory } from "./memory.ts";
import type { PlayerState } from "./player-state.ts";
import type { Visit } from "./visit.ts";
import type { Chapter, Playback, PlayerHandle } from "./watch.types.ts";

/** Options of a player. */
export interface PlayerOptions {
  itemId: string;
  /** Loads the server's data. Throws an error with `status` on failure. */
  load(): Promise<Playback>;
  /** Second to start at. By default the position stored in this browser. */
  startAt?: number | null;
  /** Language of the page: captions in it have priority. */
  language?: string;
  onWatched?(visit: Visit, isLeaving: boolean): void;
  onEnded?(): void;
  memory?: Memory;
}

/** A player without a view: one `<video>` element, the server's sources for it, and the user's input. */
export interface PlayerCore extends PlayerHandle {
  getState(): PlayerState;
  /** Attaches to an element. `isLoaded`: it has the first source already. Returns the function that detaches. */
  attach(video: HTMLVideoElement, isLoaded?: boolean): () => void;
  toggle(): void;
  skip(seconds: number): void;
  goToChapter(direction: 1 | -1): void;
  goLive(): void;
  setRate(rate: number): void;
  changeRate(direction: 1 | -1): void;
  setVolume(volume: number): void;
  toggleMute(): void;
  /** Sets the video height in pixels. Null leaves the choice to the player. */
  setQuality(height: number | null): void;
  /** Sets the language of the captions. Null hides them. */
  setCaptions(language: string | null): void;
  toggleCaptions(): void;
  /** Shows these chapters instead of the server's while they are edited. Null shows the server's. */
  showChapters(chapters: readonly Chapter[] | null): void;
  /** Queries the server again after the item changed. */
  refresh(): Promise<void>;
  /** Tries again after a failure. */
  retry(): void;
  /** Replaces these functions. Omitted ones do not change. */
  use(functions: Pick<PlayerOptions, "load" | "onWatched" | "onEnded">): void;
}
