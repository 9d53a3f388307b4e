import type { listComments, listPeople, ServerResult } from "@stillreel/contract";
import type { ReactNode } from "react";
import type { Comment, PlayerHandle, Viewer } from "../core/index.ts";
import type { WatchTexts } from "../texts.ts";

export type CommentAt = Comment["at"];
export type Reaction = Comment["reactions"][number];
export type Person = ServerResult<typeof listPeople>["items"][number];
export type CommentPage = ServerResult<typeof listComments>;

/** What a person is about to say. */
export interface Draft {
  text: string;
  /** Seconds, a point of a picture, or neither. */
  at: CommentAt;
  /** The comment that it answers; null when it answers none. */
  parentId: string | null;
  /** Ids of those whom it names as `@name`. */
  mentions: string[];
}

/** What a visitor wanted to do when it came out that they have to sign in. */
export type SignInRequest =
  | { action: "comment"; draft: Draft }
  | { action: "react"; commentId: string; emoji: string; anchor: HTMLElement | null };

/** The calls of a discussion; a host makes them with `createDiscussionApi`. */
export interface DiscussionApi {
  list(cursor: string | null): Promise<CommentPage>;
  create(draft: Draft): Promise<Comment>;
  update(commentId: string, change: Pick<Draft, "text" | "mentions">): Promise<Comment>;
  /** @param isLeaving the page is about to go: the call must outlive it */
  remove(commentId: string, isLeaving?: boolean): Promise<void>;
  react(commentId: string, emoji: string): Promise<Reaction[]>;
  unreact(commentId: string, emoji: string): Promise<Reaction[]>;
  people(query: string, signal: AbortSignal): Promise<Person[]>;
}

/** What is known of an item's comments. */
export interface DiscussionState {
  status: "loading" | "ready" | "failed";
  /** Oldest first, answers among them; last those that are still being sent. */
  comments: readonly Comment[];
  hasMore: boolean;
  isLoadingMore: boolean;
  /** Ids of those deleted a moment ago: they can still be taken back. */
  removed: ReadonlySet<string>;
  /** The comment to which a pin or a row points. */
  pointed: string | null;
  /** On a picture: the point that the next comment is about. */
  place: { x: number; y: number } | null;
  /** On a picture: the next press on it chooses the point. */
  isPlacing: boolean;
  /** Grows when somebody wants to write: the composer takes the focus. */
  writeAsked: number;
  /** Grows when somebody pressed a pin: the list brings `pointed` into sight. */
  showAsked: number;
}

/** An item's comments, held once for list, strip and picture. */
export interface DiscussionStore {
  getState(): DiscussionState;
  subscribe(listener: () => void): () => void;
  /** Reads again what is shown; additions come in without anything jumping. */
  refresh(): Promise<void>;
  loadMore(): Promise<void>;
  /** Says something; shown at once. @throws the call's failure, after it was taken away again */
  create(draft: Draft, author: Person): Promise<Comment>;
  update(commentId: string, change: Pick<Draft, "text" | "mentions">): Promise<void>;
  /** Takes a comment away at once; the server is told once it can no longer be undone. */
  remove(commentId: string): void;
  undoRemove(commentId: string): void;
  /** Adds one's reaction or takes it back, shown at once. @throws the call's failure, after it was put back */
  toggleReaction(commentId: string, emoji: string): Promise<void>;
  people: DiscussionApi["people"];
  point(commentId: string | null): void;
  /** Brings a comment into sight, as after a press on its pin. */
  show(commentId: string): void;
  setPlace(place: DiscussionState["place"]): void;
  setPlacing(isPlacing: boolean): void;
  /** Puts the cursor into the composer. */
  askToWrite(): void;
  /** Sends what is still to be deleted. @param isLeaving the page is going */
  settle(isLeaving?: boolean): void;
}

/** The panel of comments. */
export interface DiscussionProps {
  store: DiscussionStore;
  /** Who looks; null is a visitor, who types first and signs in on Send. */
  viewer: Viewer | null;
  type: "video" | "image";
  /** The player beside it: chips seek, the composer takes its time and pauses it. */
  handle?: PlayerHandle | null;
  /** False where comments are closed: they are shown, and nothing can be written. */
  canComment: boolean;
  /** Why nothing can be said, answered, changed or felt about it by whoever looks; not given where it can. */
  readOnly?: string;
  texts: WatchTexts;
  /**
   * Asks a visitor to sign in. Resolves to true once they have (what they wanted then happens by itself), to false when they
   * gave up. After a way over another page the host gives the draft back as `draft`.
   */
  requestSignIn(request: SignInRequest): Promise<boolean>;
  /** Stands in the composer from the beginning. */
  draft?: Draft | null;
  /** Told of what stands in the composer, so that it can outlive the page. */
  onDraft?(draft: Draft): void;
  /** Stands right under the composer: the form that signs in. */
  belowComposer?: ReactNode;
  /** A failure in words; the server's own sentence when not given. */
  errorText?(error: unknown): string;
  /** Answers "now", in milliseconds; for tests. */
  now?(): number;
}
