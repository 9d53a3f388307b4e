import type { BoardCanvas, BoardElement, BoardParticipant, BoardServerMessage } from "@stillreel/contract";
import type { BoardClient, BoardClientOptions, BoardLink, BoardState, RemoteChange, SyncState } from "./board-client.types.ts";
import { createLimits } from "./limits.ts";
import { createPending, type Waiting } from "./pending.ts";
import { createPresence } from "./presence.ts";
import { inOrder, isNewer } from "./versions.ts";

/** Time in which changes are collected for one message, in milliseconds. */
const COLLECT_MS = 40;
/** Time in which changes are collected before they are stored on the device, in milliseconds. */
const STORE_MS = 150;
/** Maximum number of messages without an answer. */
const IN_FLIGHT_MAX = 8;
/** Interval of messages that detect a dead connection, and the time limit of their answers, in milliseconds. */
const PING_MS = 15_000;
const SILENCE_MS = 35_000;
const RETRY_MS = { first: 400, most: 15_000 };
/** Number of sockets that failed to open, after which requests are used. */
const FAILED_SOCKETS = 2;

const NO_CANVAS: BoardCanvas = { background: "#ffffff", grid: true };

interface Inner {
  link: BoardLink | null;
  /** Unsent changes of this device have been read. The server is asked for the board after that. */
  isAdopted: boolean;
  isOpen: boolean;
  /** The server has answered `hello` on this connection. */
  isWelcome: boolean;
  isStopped: boolean;
  isGone: boolean;
  /** Last stored change of the server that this page has; null asks for the whole board. */
  seq: number | null;
  attempts: number;
  failedSockets: number;
  receivedAt: number;
  clock: number;
  /** Numbers of stored changes that arrived before those with lower numbers. */
  ahead: Set<number>;
}

/**
 * Creates the client of one board. Changes are applied here first, stored on the device, sent, and removed from the device when the server
 * has acknowledged them. After a lost connection they are sent again; the versions of elements make repeated messages harmless.
 */
// oxlint-disable-next-line max-lines-per-function -- its parts share the state of one connection
export function createBoardClient(options: BoardClientOptions): BoardClient {
  const { timers } = options;
  const known = new Map<string, BoardElement>();
  const limits = createLimits();
  const listeners = new Set<() => void>();
  const remoteListeners = new Set<(change: RemoteChange) => void>();
  const people = new Map<string, BoardParticipant>();
  const running = new Map<string, unknown>();
  const inner: Inner = {
    link: null,
    isAdopted: false,
    isOpen: false,
    isWelcome: false,
    isStopped: true,
    isGone: false,
    seq: null,
    attempts: 0,
    failedSockets: 0,
    receivedAt: 0,
    clock: 0,
    ahead: new Set(),
  };
  const pending = createPending();
  let state: BoardState = { sync: "connecting", waiting: 0, role: null, self: null, participants: [], canvas: NO_CANVAS, limit: null };

  /** Runs something once after a time. A running timer of the same name stays. */
  const later = (name: string, ms: number, run: () => void): void => {
    if (running.has(name)) return;
    running.set(
      name,
      timers.after(ms, () => {
        running.delete(name);
        run();
      }),
    );
  };
  const cancel = (name: string): void => {
    timers.cancel(running.get(name));
    running.delete(name);
  };

  const syncOf = (waiting: number): SyncState => {
    if (inner.isGone) return "gone";
    if (state.role !== null && state.role !== "edit") return inner.isWelcome ? "view-only" : "offline";
    if (!inner.isWelcome) return state.role === null && inner.attempts < 2 ? "connecting" : "offline";
    return waiting > 0 ? "saving" : "saved";
  };
  const update = (change: Partial<BoardState> = {}): void => {
    const next = { ...state, ...change };
    const waiting = pending.count();
    state = next;
    state = { ...next, waiting, sync: syncOf(waiting), limit: limits.notice() };
    for (const listener of listeners) listener();
  };

  const presence = createPresence(timers, (now) => {
    if (inner.isWelcome) inner.link?.send({ type: "presence", ...now });
  });

  const store = (): void =>
    later("store", STORE_MS, () => {
      void options.queue.save(pending.stored());
    });

  /** Sends what waits, as far as the server may be asked now. */
  const flush = (): void => {
    while (inner.isWelcome && state.role === "edit" && pending.inFlight() < IN_FLIGHT_MAX) {
      const message = pending.next();
      if (!message) break;
      const { id, elements, canvas } = message;
      inner.link?.send({ type: "update", id, elements: [...elements], ...(canvas && { canvas }) });
    }
    update();
  };

  /** Takes over newer states from the server. Returns those that changed something. */
  const merge = (elements: readonly BoardElement[]): BoardElement[] => {
    const changed = elements.filter((element) => isNewer(element, known.get(element.id)));
    for (const element of changed) {
      known.set(element.id, element);
      pending.drop(element);
      limits.count(element);
    }
    return changed;
  };
  const announce = (change: RemoteChange): void => {
    if (change.elements.length === 0 && !change.isWhole) return;
    for (const listener of remoteListeners) listener(change);
  };
  /** Applies changes that the server does not have. Returns those that are newer than the state of this page. */
  const apply = (elements: readonly BoardElement[]): BoardElement[] => {
    const changed = elements.filter((element) => isNewer(element, known.get(element.id)));
    for (const element of changed) {
      known.set(element.id, element);
      pending.add(element);
      limits.count(element);
    }
    return changed;
  };
  /** Takes over unsent changes from this device. Returns the elements that were older here: changes of this page may be newer. */
  const take = ({ elements, canvas }: Waiting): readonly BoardElement[] => {
    const changed = apply(elements);
    if (canvas) {
      pending.addCanvas(canvas);
      state = { ...state, canvas };
    }
    return changed;
  };
  /** Removes elements that the server no longer has and that do not wait here. */
  const forgetOthers = (elements: readonly BoardElement[]): void => {
    const listed = new Set(elements.map(({ id }) => id));
    for (const id of known.keys()) {
      if (listed.has(id) || pending.has(id)) continue;
      known.delete(id);
      limits.forget(id);
    }
  };

  /** Notes that a stored change has arrived. Several servers may deliver changes in another order: only changes without a gap before them count. */
  const noteSeq = (seq: number): void => {
    inner.ahead.add(seq);
    while (inner.seq !== null && inner.ahead.delete(inner.seq + 1)) inner.seq += 1;
  };
  /** Gives up unsent changes and reads the whole board again, because only the server knows the state without them. */
  const giveUp = (): void => {
    pending.clear();
    known.clear();
    inner.seq = null;
    store();
    update();
    inner.link?.close();
  };

  const handleWelcome = (message: Extract<BoardServerMessage, { type: "welcome" }>): void => {
    Object.assign(inner, { isWelcome: true, attempts: 0, failedSockets: 0, seq: message.seq, ahead: new Set() });
    if (message.role !== "edit" && pending.count() > 0) return giveUp();
    people.clear();
    for (const one of message.participants) people.set(one.id, one);
    const changed = merge(message.elements);
    if (message.isWhole) forgetOthers(message.elements);
    const canvas = pending.stored().canvas ?? message.canvas;
    state = { ...state, role: message.role, self: message.self, canvas, participants: [...people.values()] };
    announce({ elements: message.isWhole ? [...known.values()] : changed, isWhole: message.isWhole });
    presence.repeat();
    return flush();
  };

  const handleRefused = ({ id, code, message, retryAfterMs }: Extract<BoardServerMessage, { type: "refused" }>): void => {
    const lost = pending.refuse(id, retryAfterMs !== null);
    if (retryAfterMs !== null) later("flush", retryAfterMs, flush);
    else later("flush", COLLECT_MS, flush);
    store();
    update();
    if (lost.length === 0) return;
    options.onRefused({ code, message });
    // Only the whole board shows what these elements are on the server.
    for (const { id: lostId } of lost) {
      known.delete(lostId);
      limits.forget(lostId);
    }
    inner.seq = null;
    inner.link?.close();
  };

  /** The rights changed. Without the right to edit, unsent changes are given up, and the state of the server is shown. */
  const handleRole = (role: NonNullable<BoardState["role"]>): void => {
    const hadChanges = pending.count() > 0;
    state = { ...state, role };
    if (role === "edit" || !hadChanges) return update();
    return giveUp();
  };

  const handleMessage = (message: BoardServerMessage): void => {
    inner.receivedAt = inner.clock;
    switch (message.type) {
      case "welcome":
        return handleWelcome(message);
      case "ack":
        pending.acknowledge(message.id);
        noteSeq(message.seq);
        store();
        return flush();
      case "refused":
        return handleRefused(message);
      case "update":
        announce({ elements: merge(message.elements), isWhole: false });
        noteSeq(message.seq);
        return update(message.canvas && !pending.stored().canvas ? { canvas: message.canvas } : {});
      case "presence":
        people.set(message.participant.id, message.participant);
        return update({ participants: [...people.values()] });
      case "left":
        people.delete(message.id);
        return update({ participants: [...people.values()] });
      case "role":
        return handleRole(message.role);
      case "gone":
        inner.isGone = true;
        pending.clear();
        void options.queue.save({ elements: [] });
        return update();
      default:
        return undefined;
    }
  };

  const handleClose = (link: BoardLink | null, isSocket: boolean, wasOpen: boolean): void => {
    if (inner.link !== link && link !== null) return;
    inner.link = null;
    inner.isOpen = false;
    inner.isWelcome = false;
    if (isSocket && !wasOpen) inner.failedSockets += 1;
    pending.reset();
    people.clear();
    cancel("ping");
    update({ participants: [] });
    if (inner.isStopped || inner.isGone) return;
    const wait = Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** inner.attempts);
    inner.attempts += 1;
    later("connect", wait * (0.5 + options.random() / 2), connect);
  };

  const ping = (): void =>
    later("ping", PING_MS, () => {
      inner.clock += PING_MS;
      if (inner.clock - inner.receivedAt > SILENCE_MS) return inner.link?.close();
      inner.link?.send({ type: "ping" });
      ping();
      return undefined;
    });

  const greet = (): void => {
    if (inner.isOpen && inner.isAdopted) inner.link?.send({ type: "hello", since: inner.seq });
  };

  const connect = (): void => {
    cancel("connect");
    if (inner.link || inner.isStopped || inner.isGone) return;
    // After two failed sockets and two attempts by requests, every third attempt is a socket again, so that a network that changes is noticed.
    const isSocket = inner.failedSockets < FAILED_SOCKETS || inner.attempts % 3 === 1;
    const open = isSocket ? options.openSocket : options.openFallback;
    let link: BoardLink | null = null;
    link = open({
      onOpen: () => {
        if (inner.link !== link) return;
        inner.receivedAt = inner.clock;
        inner.isOpen = true;
        greet();
        ping();
      },
      onMessage: (message) => {
        if (inner.link === link) handleMessage(message);
      },
      onClose: (wasOpen) => handleClose(link, isSocket, wasOpen),
    });
    inner.link = link;
  };

  return {
    start() {
      if (!inner.isStopped) return;
      inner.isStopped = false;
      const takeLater = (waiting: Waiting): void => {
        if (inner.isStopped || inner.isGone || (state.role !== null && state.role !== "edit")) return;
        announce({ elements: take(waiting), isWhole: false });
        store();
        flush();
      };
      void options.queue.adopt(takeLater).then((waiting) => {
        if (inner.isStopped) return;
        take(waiting);
        inner.isAdopted = true;
        greet();
        update();
      });
      // The socket opens while the device is read.
      connect();
    },
    stop() {
      inner.isStopped = true;
      void options.queue.save(pending.stored()).finally(() => options.queue.close());
      presence.stop();
      for (const name of running.keys()) cancel(name);
      inner.link?.close();
      inner.link = null;
      inner.isOpen = false;
    },
    wake() {
      if (inner.link) return;
      inner.attempts = 0;
      connect();
    },
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onRemote: (listener) => {
      remoteListeners.add(listener);
      return () => void remoteListeners.delete(listener);
    },
    elements: () => inOrder(known.values()),
    element: (id) => known.get(id),
    change(elements) {
      if (state.role !== null && state.role !== "edit") return;
      if (apply(elements).length === 0) return;
      store();
      later("flush", COLLECT_MS, flush);
      update();
    },
    setCanvas(canvas) {
      if (state.role !== "edit") return;
      pending.addCanvas(canvas);
      store();
      later("flush", COLLECT_MS, flush);
      update({ canvas });
    },
    setPresence: (change) => presence.set(change),
  };
}
