import type { ReactNode, Ref } from "react";
import type { Chapter, Pin, Playback, PlayerCore, PlayerHandle, Visit } from "../core/index.ts";

/** Content of the timeline besides the time: pins of comments, and chapters. */
export interface StripBarProps {
  player: PlayerCore;
  pins?: readonly Pin[];
  /** Called when a pin was pressed, after the player has jumped to its second. */
  onPin?(commentId: string): void;
  /** Shown instead of the server's chapters while they are edited. An empty list shows one plain bar. */
  chapters?: readonly Chapter[];
  /** Seconds that are marked on the timeline, such as those of a searched word. */
  ticks?: readonly number[];
}

/** Optional actions of the controls. Omitted ones have no button and no key. */
export interface PlayerActions {
  /** `C`: write a comment at this second. */
  onComment?(): void;
  /** `⇧L` */
  onLike?(): void;
  /** Adds captions in another language. The menu of the captions offers it, also without captions. */
  onAddLanguage?(): void;
  /** Whether the video has the full width of the page. Without {@link onTheatre} there is no such button. */
  isTheatre?: boolean;
  onTheatre?(isTheatre: boolean): void;
  /** Whether keys work only while the focus is in the player: the page uses them elsewhere. By default they work on the whole page. */
  hasOwnKeys?: boolean;
}

/** Properties of the player with its timeline, for pages without their own `<video>` element. */
export interface PlayerProps extends PlayerActions, Omit<StripBarProps, "player"> {
  itemId: string;
  title: string;
  /** Aspect ratio, if it is known before the video is loaded. It prevents layout shifts. */
  ratio?: number | null;
  /** Slug of the visitor's share link. */
  share?: string;
  /** Loads {@link Playback}. Called again when addresses have expired, and while the video is being processed. */
  load: () => Promise<Playback>;
  /** A changed value triggers another load (an `engagement` or `items` event of this item). */
  version?: number | string;
  /** Start time in seconds. By default the position stored in this browser. */
  startAt?: number | null;
  /** Called regularly with the progress of the viewing session. Without it nothing is reported (the owner's own page). */
  onWatched?: (visit: Visit, isLeaving: boolean) => void;
  onEnded?(): void;
  /** Receives the handle by which other components seek and read the time, once the player is mounted. */
  handleRef?: Ref<PlayerHandle>;
  /** Content between the timeline and what follows, such as a narrow line. */
  children?: ReactNode;
}
