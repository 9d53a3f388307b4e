import type {
  BoardCanvas,
  BoardClientMessage,
  BoardElement,
  BoardParticipant,
  BoardPresence,
  BoardRole,
  BoardServerMessage,
} from "@stillreel/contract";
import type { LimitNotice } from "./limits.ts";
import type { Waiting } from "./pending.ts";

/** A connection that carries the messages of the contract. */
export interface BoardLink {
  send: (message: BoardClientMessage) => void;
  close: () => void;
}

/** Events of a connection. After `onClose` there are no others. */
export interface LinkEvents {
  onOpen: () => void;
  onMessage: (message: BoardServerMessage) => void;
  /** `wasOpen` is false when the connection could not be made. */
  onClose: (wasOpen: boolean) => void;
}

/** Opens a connection. */
export type OpenLink = (events: LinkEvents) => BoardLink;

/** Timers, which tests replace. */
export interface Timers {
  after: (ms: number, run: () => void) => unknown;
  cancel: (timer: unknown) => void;
}

/** Storage of changes that are not acknowledged. */
export interface QueueStore {
  /**
   * Returns the changes of this tab, and those of closed tabs of the same user, which then belong to this tab. Those of tabs that close
   * later are passed to `onLater`. After a reload the tab of before can still be closing.
   */
  adopt: (onLater: (waiting: Waiting) => void) => Promise<Waiting>;
  save: (waiting: Waiting) => Promise<void>;
  close: () => void;
}

/** What the page shows about saving. */
export type SyncState = "connecting" | "saved" | "saving" | "offline" | "view-only" | "gone";

/** The state of a board that the page shows. Elements are separate, because they change often. */
export interface BoardState {
  sync: SyncState;
  /** Number of changes that are not acknowledged. */
  waiting: number;
  role: BoardRole | null;
  /** Identifies this page among the participants. */
  self: string | null;
  participants: readonly BoardParticipant[];
  canvas: BoardCanvas;
  limit: LimitNotice | null;
}

/** Changes that came from others or from the server. */
export interface RemoteChange {
  elements: readonly BoardElement[];
  /** Whether elements that are not listed have gone. */
  isWhole: boolean;
}

export interface BoardClientOptions {
  /** Live connection. */
  openSocket: OpenLink;
  /** Connection by requests, for networks that block sockets. */
  openFallback: OpenLink;
  queue: QueueStore;
  timers: Timers;
  /** Returns a number from 0 to 1, to spread reconnections. */
  random: () => number;
  /** Called when the server gives up a change. */
  onRefused: (refused: { code: string; message: string }) => void;
}

/** A board that several people change. Without React and without a drawing program. */
export interface BoardClient {
  start: () => void;
  stop: () => void;
  /** Connects without waiting: the device is online again. */
  wake: () => void;
  getState: () => BoardState;
  subscribe: (listener: () => void) => () => void;
  /** Calls back with changes that did not come from {@link BoardClient.change}. */
  onRemote: (listener: (change: RemoteChange) => void) => () => void;
  /** Returns all elements in order, deleted ones included. */
  elements: () => BoardElement[];
  element: (id: string) => BoardElement | undefined;
  /** Takes over elements that were changed here; others are ignored. */
  change: (elements: readonly BoardElement[]) => void;
  setCanvas: (canvas: BoardCanvas) => void;
  setPresence: (presence: Partial<BoardPresence>) => void;
}
