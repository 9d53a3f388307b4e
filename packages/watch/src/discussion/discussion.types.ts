import type { listComments, listPeople, ServerResult } from "@stillreel/contract";
import type { ReactNode } from "react";
import type { Comment, PlayerHandle, Viewer } from "../core/index.ts";
import type { WatchTexts } from "../texts.ts";

export type CommentAt = Comment["at"];
export type Reaction = Comment["reactions"][number];
export type Person = ServerResult<typeof listPeople>["items"][number];
type CommentPage = ServerResult<typeof listComments>;

/** A comment before it is sent. */
export interface Draft {
  text: string;
  /** Seconds, a point of an image, or neither. */
  at: CommentAt;
  /** The comment that it replies to, or null. */
  parentId: string | null;
  /** Ids of users whom it mentions as `@name`. */
  mentions: string[];
}

/** The action of a visitor that requires a sign-in. */
export type SignInRequest =
  | { action: "comment"; draft: Draft }
  | { action: "react"; commentId: string; emoji: string; anchor: HTMLElement | null };

/** The API calls of a discussion. A host creates them with `createDiscussionApi`. */
export interface DiscussionApi {
  list(cursor: string | null): Promise<CommentPage>;
  create(draft: Draft): Promise<Comment>;
  update(commentId: string, change: Pick<Draft, "text" | "mentions">): Promise<Comment>;
  /** @param isLeaving the page is about to be left: the call must complete nevertheless */
  remove(commentId: string, isLeaving?: boolean): Promise<void>;
  react(commentId: string, emoji: string): Promise<Reaction[]>;
  unreact(commentId: string, emoji: string): Promise<Reaction[]>;
  people(query: string, signal: AbortSignal): Promise<Person[]>;
}

/** State of an item's comments. */
export interface DiscussionState {
  status: "loading" | "ready" | "failed";
  /** Oldest first, including replies. Comments that are still being sent are last. */
  comments: readonly Comment[];
  hasMore: boolean;
  isLoadingMore: boolean;
  /** Ids of recently deleted comments that can be restored. */
  removed: ReadonlySet<string>;
  /** The comment that a pin or a row highlights. */
  pointed: string | null;
  /** On an image: the point of the next comment. */
  newPoint: { x: number; y: number } | null;
  /** On an image: whether the next press on it chooses the point. */
  isPlacing: boolean;
  /** On an image: whether only the pin of the highlighted comment is shown. */
  arePinsHidden: boolean;
  /** Incremented when the composer must take the focus. */
  writeAsked: number;
  /** Incremented when a pin was pressed: the list scrolls `pointed` into view. */
  showAsked: number;
}

/** An item's comments, shared by list, timeline and image. */
export interface DiscussionStore {
  getState(): DiscussionState;
  subscribe(listener: () => void): () => void;
  /** Reads the shown comments again. Additions do not move the visible content. */
  refresh(): Promise<void>;
  loadMore(): Promise<void>;
  /** Creates a comment, which is shown immediately. @throws the call's failure, after it was removed again */
  create(draft: Draft, author: Person): Promise<Comment>;
  update(commentId: string, change: Pick<Draft, "text" | "mentions">): Promise<void>;
  /** Hides a comment immediately. The server deletes it once it cannot be restored any more. */
  remove(commentId: string): void;
  undoRemove(commentId: string): void;
  /** Adds or removes the user's reaction, shown immediately. @throws the call's failure, after it was reverted */
  toggleReaction(commentId: string, emoji: string): Promise<void>;
  people: DiscussionApi["people"];
  point(commentId: string | null): void;
  /** Scrolls a comment into view, as after a press on its pin. */
  show(commentId: string): void;
  setNewPoint(newPoint: DiscussionState["newPoint"]): void;
  setPlacing(isPlacing: boolean): void;
  setPinsHidden(arePinsHidden: boolean): void;
  /** Focuses the composer. */
  askToWrite(): void;
  /** Sends pending deletions. @param isLeaving the page is about to be left */
  settle(isLeaving?: boolean): void;
}

/** Properties of the panel of comments. */
export interface DiscussionProps {
  store: DiscussionStore;
  /** The user. Null is a visitor, who writes first and signs in on Send. */
  viewer: Viewer | null;
  type: "video" | "image" | "board";
  /** The player beside it: chips seek, and the composer reads its time and pauses it. */
  handle?: PlayerHandle | null;
  /** False when comments are closed: they are shown but cannot be written. */
  canComment: boolean;
  /** Reason why this user cannot comment, reply, change or react. Undefined when all are possible. */
  readOnly?: string;
  texts: WatchTexts;
  /**
   * Asks a visitor to sign in. Resolves to true once signed in (the requested action then runs automatically), or to false when the
   * visitor cancelled. After a sign-in on another page the host passes the draft back as `draft`.
   */
  requestSignIn(request: SignInRequest): Promise<boolean>;
  /** The comment whose reply form is open when its row appears, for links in mails. */
  replyTo?: string | null;
  /** Initial content of the composer. */
  draft?: Draft | null;
  /** Called with the content of the composer, so that the host can store it. */
  onDraft?(draft: Draft): void;
  /** Content directly below the composer: the sign-in form. */
  belowComposer?: ReactNode;
  /** Formats a failure. The default is the server's sentence. */
  errorText?(error: unknown): string;
  /** Returns the current time in milliseconds, for tests. */
  now?(): number;
}
