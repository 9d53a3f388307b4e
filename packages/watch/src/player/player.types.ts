import type { ReactNode, Ref } from "react";
import type { Chapter, Pin, Playback, PlayerCore, PlayerHandle, Visit } from "../core/index.ts";

/** What the strip below the picture shows beside the time: who said what where, and the parts of the video. */
export interface StripBarProps {
  player: PlayerCore;
  pins?: readonly Pin[];
  /** A pin was pressed; the player has gone to its second by then. */
  onPin?(commentId: string): void;
  /** Shown instead of the chapters that the server knows, while they are being edited. Empty shows one plain bar. */
  chapters?: readonly Chapter[];
}

/** What the controls over the picture can do beside playing; what is not given has no button and no key. */
export interface PlayerActions {
  /** `C`: write a comment at this second. */
  onComment?(): void;
  /** `⇧L` */
  onLike?(): void;
  /** Is the picture as wide as the page? Without {@link onTheatre} there is no such button. */
  isTheatre?: boolean;
  onTheatre?(isTheatre: boolean): void;
}

/** The player with its strip, for pages that have no `<video>` element of their own yet. */
export interface PlayerProps extends PlayerActions, Omit<StripBarProps, "player"> {
  itemId: string;
  title: string;
  /** Width of the picture by its height, where that is known before the video is: nothing moves when it comes. */
  ratio?: number | null;
  /** Slug of the link that brought a visitor. */
  share?: string;
  /** Asks the server for {@link Playback}; asked again when addresses have expired, and while the video is being made. */
  load: () => Promise<Playback>;
  /** Changes when there is reason to ask again (an `engagement` or `items` event of this item). */
  version?: number | string;
  /** Where to begin, in seconds; without it where this browser left off. */
  startAt?: number | null;
  /** Tells how far this visit got, every now and then; without it nothing is told (the owner's own page). */
  onWatched?: (visit: Visit, isLeaving: boolean) => void;
  onEnded?(): void;
  /** By which others seek and read the time; set once the player stands. */
  handleRef?: Ref<PlayerHandle>;
  /** Between the strip and whatever follows, such as a narrow line of its own. */
  children?: ReactNode;
}
