import type { getPlayback, listComments, ServerResult } from "@stillreel/contract";

/** What a player needs of a video, as the server tells it. */
export type Playback = ServerResult<typeof getPlayback>;
export type PlaybackSource = Playback["sources"][number];
export type Storyboard = NonNullable<Playback["storyboard"]>;
export type CaptionTrack = Playback["captions"][number];
export type Chapter = Playback["chapters"][number];
export type Comment = ServerResult<typeof listComments>["items"][number];

/** A pin on the strip: somebody said something at this second. */
export interface Pin {
  commentId: string;
  seconds: number;
  name: string;
  photoURL: string | null;
}

/** What others may ask of a player that stands on a page: the comments seek, the composer pauses, the chapters read the time. */
export interface PlayerHandle {
  /** Seconds. */
  readonly time: number;
  readonly duration: number;
  readonly isPlaying: boolean;
  /** Goes to a second; `play` goes on from there. */
  seek(seconds: number, play?: boolean): void;
  play(): void;
  pause(): void;
  /** Told of every change of time, length and playing; answers how to stop it. */
  subscribe(listener: () => void): () => void;
}

/** Who looks: null is a visitor who is not signed in. */
export interface Viewer {
  id: string;
  displayName: string;
  photoURL: string | null;
}
