import type { getPlayback, listComments, ServerResult } from "@stillreel/contract";

/** Data of a video that a player needs, from the server. */
export type Playback = ServerResult<typeof getPlayback>;
export type PlaybackSource = Playback["sources"][number];
export type Storyboard = NonNullable<Playback["storyboard"]>;
export type CaptionTrack = Playback["captions"][number];
export type Chapter = Playback["chapters"][number];
export type Comment = ServerResult<typeof listComments>["items"][number];

/** A pin on the timeline: a comment at this second. */
export interface Pin {
  commentId: string;
  seconds: number;
  name: string;
  photoURL: string | null;
}

/** Interface of a mounted player for other components: comments seek, the composer pauses, chapters read the time. */
export interface PlayerHandle {
  /** In seconds. */
  readonly time: number;
  readonly duration: number;
  readonly isPlaying: boolean;
  /** The element that plays; null before it is mounted. Others read its frame and do not change it. */
  readonly video: HTMLVideoElement | null;
  /** Seeks to a second. `play` starts playback there. */
  seek(seconds: number, play?: boolean): void;
  play(): void;
  pause(): void;
  /** Subscribes to changes of time, length and playback. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** The user of the page. Null is a visitor who is not signed in. */
export interface Viewer {
  id: string;
  displayName: string;
  photoURL: string | null;
}
