import type { BoardCanvas, BoardParticipant } from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { LoggedUpdate, Update } from "./changes.repo.ts";
import * as repo from "./changes.repo.ts";
import { type Participant, presented, sendPresence, sendText } from "./participant.ts";

/** Number of changes that are read at a time when a process has missed some. */
const PAGE = 200;
/** Interval in which the positions of participants are sent, in milliseconds: for few people, and for many. */
const PRESENCE_MS = { few: 50, many: 100 };
const MANY = 8;
/** Interval of the presence for other processes. */
const REMOTE_MS = 100;
/** Time after which a participant of another process counts as gone without a sign of life, and the interval of these signs. */
const REMOTE_LOST_MS = 30_000;
export const REMOTE_BEAT_MS = 10_000;

/** A message between processes about one board. Fields are short because a notification has few bytes. */
export type RoomMessage =
  | { kind: "stored"; seq: number }
  | { kind: "presence"; participant: BoardParticipant }
  | { kind: "left"; id: string }
  /** Asks the other processes for their participants. */
  | { kind: "who" };

interface Remote {
  participant: BoardParticipant;
  seenAt: number;
}

/** The open pages of one board in this process. */
interface Room {
  boardId: string;
  participants: Map<string, Participant>;
  remote: Map<string, Remote>;
  /** Number of the last change that was sent. Null until the board was read once. */
  delivered: number | null;
  /** Changes that arrived before those before them. */
  ahead: Map<number, LoggedUpdate>;
  reading: Promise<void> | null;
  presenceTimer: NodeJS.Timeout | undefined;
  remoteAt: number;
}

interface RoomsDeps {
  db: Executor;
  log: Pick<Ports["log"], "warn">;
  /** Sends a message to the other processes. */
  announce(boardId: string, message: RoomMessage): void;
}

interface Context extends RoomsDeps {
  rooms: Map<string, Room>;
}

const updateText = (seq: number, elements: string, canvas: BoardCanvas | null, by: string | null): string =>
  `{"type":"update","seq":${seq},"elements":${elements}${canvas === null ? "" : `,"canvas":${JSON.stringify(canvas)}`},"by":${JSON.stringify(by)}}`;

/** Sends a change to everyone who does not have it. Its sender has its elements already. */
function broadcast(room: Room, { seq, participant: by, elements, canvas }: LoggedUpdate): void {
  const text = updateText(seq, elements, canvas, by);
  for (const participant of room.participants.values()) {
    if (participant.received === null) {
      participant.held?.push({ seq, text });
      continue;
    }
    if (seq <= participant.received) continue;
    participant.received = seq;
    if (participant.id !== by) sendText(participant, text);
  }
  room.delivered = seq;
}

/** Sends the changes that follow the last one without a gap. */
function flush(room: Room): void {
  while (room.delivered !== null) {
    const next = room.ahead.get(room.delivered + 1);
    if (!next) break;
    broadcast(room, next);
  }
  for (const seq of room.ahead.keys()) if (room.delivered !== null && seq <= room.delivered) room.ahead.delete(seq);
}

/** Reads the changes after the last one that was sent. When the log no longer has them, the changed elements are sent as one change. */
async function catchUp({ db }: Context, room: Room): Promise<void> {
  for (;;) {
    if (room.delivered === null) return;
    const rows = await repo.listUpdates(db, room.boardId, room.delivered, PAGE);
    const [first] = rows;
    if (first && first.seq > room.delivered + 1) {
      const state = await repo.readState(db, room.boardId, room.delivered);
      if (state) broadcast(room, { seq: state.seq, participant: null, elements: state.elements, canvas: state.canvas });
    }
    for (const row of rows) room.ahead.set(row.seq, row);
    flush(room);
    if (rows.length < PAGE) return;
  }
}

function readOn(context: Context, room: Room): Promise<void> {
  room.reading ??= catchUp(context, room)
    .catch((error: unknown) => {
      context.log.warn({ err: error, boardId: room.boardId }, "changes of a whiteboard could not be read");
      // They connect again and read the whole board.
      for (const participant of room.participants.values()) participant.connection.close(1013, "read again");
    })
    .finally(() => {
      room.reading = null;
      // A change may have been announced while the last page was read.
      if (room.ahead.size > 0 && context.rooms.get(room.boardId) === room) void readOn(context, room);
    });
  return room.reading;
}

const jsonOf = ({ won }: Update): string => `[${won.map(({ text }) => text).join(",")}]`;

/** Sends changes that this process has stored. */
function receiveStored(context: Context, boardId: string, updates: readonly Update[]): void {
  const last = updates.at(-1);
  if (last) context.announce(boardId, { kind: "stored", seq: last.seq });
  const room = context.rooms.get(boardId);
  if (!room) return;
  for (const update of updates)
    room.ahead.set(update.seq, { seq: update.seq, participant: update.participant, elements: jsonOf(update), canvas: update.canvas });
  flush(room);
  // Another process has stored something in between.
  if (room.ahead.size > 0 && room.delivered !== null) void readOn(context, room);
}

/** Returns the participants that others see. */
const peopleIn = (room: Room): Participant[] => [...room.participants.values()].filter(({ isObserver }) => !isObserver);

const othersOf = (room: Room, self: Participant): BoardParticipant[] => [
  ...peopleIn(room)
    .filter((other) => other !== self && other.received !== null)
    .map(presented),
  ...[...room.remote.values()].map(({ participant }) => participant),
];

/** Sends the positions that changed. */
function sendPositions(context: Context, room: Room): void {
  room.presenceTimer = undefined;
  const now = performance.now();
  const isRemoteDue = room.remote.size > 0 && now - room.remoteAt >= REMOTE_MS;
  if (isRemoteDue) room.remoteAt = now;
  for (const participant of room.participants.values()) {
    if (!participant.isPresenceNew) continue;
    participant.isPresenceNew = false;
    const text = JSON.stringify({ type: "presence", participant: presented(participant) });
    for (const other of room.participants.values())
      if (other !== participant && !other.isObserver && other.received !== null) sendPresence(other, text);
    if (isRemoteDue) context.announce(room.boardId, { kind: "presence", participant: presented(participant) });
  }
}

function showPresence(context: Context, participant: Participant): void {
  const room = context.rooms.get(participant.boardId);
  if (!room || participant.isObserver) return;
  participant.isPresenceNew = true;
  const everyMs = room.participants.size > MANY ? PRESENCE_MS.many : PRESENCE_MS.few;
  room.presenceTimer ??= setTimeout(() => sendPositions(context, room), everyMs).unref();
}

function sendToAll(room: Room, text: string): void {
  for (const participant of room.participants.values()) if (participant.received !== null) sendText(participant, text);
}

function receiveRemote(context: Context, room: Room, message: RoomMessage): void {
  switch (message.kind) {
    case "stored":
      if (room.delivered !== null && message.seq > room.delivered) void readOn(context, room);
      break;
    case "presence":
      room.remote.set(message.participant.id, { participant: message.participant, seenAt: performance.now() });
      sendToAll(room, JSON.stringify({ type: "presence", participant: message.participant }));
      break;
    case "left":
      if (room.remote.delete(message.id)) sendToAll(room, JSON.stringify({ type: "left", id: message.id }));
      break;
    case "who":
      beat(context, room);
  }
}

/** Shows the participants of a room to the other processes. */
function beat(context: Context, room: Room): void {
  for (const participant of peopleIn(room))
    if (participant.received !== null) context.announce(room.boardId, { kind: "presence", participant: presented(participant) });
}

function dropLost(room: Room): void {
  for (const [id, { seenAt }] of room.remote) {
    if (performance.now() - seenAt < REMOTE_LOST_MS) continue;
    room.remote.delete(id);
    sendToAll(room, JSON.stringify({ type: "left", id }));
  }
}

/**
 * Answers the first message of a participant, in one of two ways: with the whole board, or with what changed after `since`. Changes that are
 * sent meanwhile follow it.
 * @returns false when the board is gone
 */
async function welcome(context: Context, participant: Participant, since: number | null): Promise<boolean> {
  const room = context.rooms.get(participant.boardId);
  participant.received = null;
  participant.held = [];
  const state = room && (await repo.readState(context.db, participant.boardId, since));
  if (!room || !state) return false;
  room.delivered ??= state.seq;
  const head = {
    type: "welcome",
    self: participant.id,
    seq: state.seq,
    isWhole: state.isWhole,
    canvas: state.canvas,
    role: participant.role,
  };
  const text = `${JSON.stringify({ ...head, participants: othersOf(room, participant) }).slice(0, -1)},"elements":${state.elements}}`;
  participant.firstBytes = Buffer.byteLength(text);
  sendText(participant, text);
  participant.received = state.seq;
  const { held } = participant;
  participant.held = null;
  for (const { seq, text: change } of held) {
    if (seq <= participant.received) continue;
    participant.received = seq;
    sendText(participant, change);
  }
  flush(room);
  // Others have received less. The process reads on, and the participant ignores what it has.
  if (state.seq > room.delivered) void readOn(context, room);
  showPresence(context, participant);
  if (!participant.isObserver) context.announce(room.boardId, { kind: "presence", participant: presented(participant) });
  if (room.participants.size === 1) context.announce(room.boardId, { kind: "who" });
  return true;
}

function join({ rooms }: Context, participant: Participant): void {
  const { boardId } = participant;
  const room: Room = rooms.get(boardId) ?? {
    boardId,
    participants: new Map(),
    remote: new Map(),
    delivered: null,
    ahead: new Map(),
    reading: null,
    presenceTimer: undefined,
    remoteAt: 0,
  };
  room.participants.set(participant.id, participant);
  rooms.set(boardId, room);
}

function leave(context: Context, participant: Participant): void {
  const { rooms, announce } = context;
  const room = rooms.get(participant.boardId);
  if (!room?.participants.delete(participant.id)) return;
  if (!participant.isObserver) {
    sendToAll(room, JSON.stringify({ type: "left", id: participant.id }));
    announce(room.boardId, { kind: "left", id: participant.id });
  }
  if (room.participants.size > 0) return;
  clearTimeout(room.presenceTimer);
  rooms.delete(room.boardId);
}

/** Returns the free colour with the lowest number. */
function colourIn(room: Room | undefined): number {
  const used = new Set(
    [...(room?.participants.values() ?? []), ...[...(room?.remote.values() ?? [])].map((one) => one.participant)].map((one) => one.colour),
  );
  let colour = 0;
  while (used.has(colour)) colour += 1;
  return colour;
}

/** Creates the registry of open pages in this process. It delivers changes and presence to them. */
export function createRooms(deps: RoomsDeps) {
  const context: Context = { ...deps, rooms: new Map() };
  const { rooms } = context;
  return {
    join: join.bind(null, context),
    leave: leave.bind(null, context),
    welcome: welcome.bind(null, context),
    showPresence: showPresence.bind(null, context),
    receiveStored: receiveStored.bind(null, context),
    receive(boardId: string, message: RoomMessage): void {
      const room = rooms.get(boardId);
      if (room) receiveRemote(context, room, message);
    },
    /** Shows all participants to the other processes, and removes theirs that are gone. */
    beat(): void {
      for (const room of rooms.values()) {
        beat(context, room);
        dropLost(room);
      }
    },
    /** Messages of other processes may have been missed. */
    readAll(): void {
      for (const room of rooms.values()) {
        void readOn(context, room);
        deps.announce(room.boardId, { kind: "who" });
      }
    },
    /** Index of the colour of a participant that others see. */
    colourFor: (boardId: string): number => colourIn(rooms.get(boardId)),
    count: (boardId: string): number => {
      const room = rooms.get(boardId);
      return room ? peopleIn(room).length + room.remote.size : 0;
    },
    /** Number of embedded views in this process. */
    observers: (boardId: string): number => [...(rooms.get(boardId)?.participants.values() ?? [])].filter((one) => one.isObserver).length,
    all: (): Participant[] => [...rooms.values()].flatMap((room) => [...room.participants.values()]),
    /** Number of the last change that all participants of this process have. */
    deliveredOf: (boardId: string): number => rooms.get(boardId)?.delivered ?? 0,
  };
}

export type Rooms = ReturnType<typeof createRooms>;
