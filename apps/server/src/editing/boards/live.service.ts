import { setTimeout as sleep } from "node:timers/promises";
import type { WebSocket } from "ws";
import type { AccountStates } from "../../access/account-states/index.ts";
import type { Memberships } from "../../access/memberships/index.ts";
import type { Items } from "../../library/items/index.ts";
import { avatarUrl } from "../../people/auth/index.ts";
import type { Events } from "../../platform/events/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { type AccessDeps, enter, type Entry, type Visit } from "./boards.access.ts";
import type { Changes } from "./changes.service.ts";
import { createHere } from "./here.ts";
import * as repo from "./live.repo.ts";
import { messagesOf } from "./messages.ts";
import { NO_PRESENCE, type Participant, send, sendAway, tryAgain } from "./participant.ts";
import { createRooms, REMOTE_BEAT_MS, type RoomMessage, type Rooms } from "./rooms.ts";

const TOPIC = "board";
/** Delay after which permissions are checked again, so that several events cause one check. */
export const RECHECK_DELAY_MS = 100;
/** Interval of the check of all connections, for links and sessions that expire. */
export const RECHECK_MS = 20_000;
/** Number of connections that are checked concurrently. */
const CHECKS_AT_ONCE = 8;
/** Maximum number of connections of one user or visitor address in this process. */
const PER_HOLDER = 30;

export interface LiveBoardsDeps extends AccessDeps {
  events: Pick<Events, "subscribe" | "relay" | "publish">;
  states: Pick<AccountStates, "isActive">;
  items: Pick<Items, "readable" | "presentByIds">;
  memberships: Pick<Memberships, "resolve">;
  changes: Changes;
}

/** A checked visit, before its connection is accepted. */
export interface Entrance {
  visit: Visit;
  entry: Entry;
  person: Participant["person"];
  /** Whether the board is embedded in another page. */
  isObserver: boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The board that a connection was permitted to enter. */
    boardEntrance?: Entrance;
  }
}

type Here = ReturnType<typeof createHere>;

interface Due {
  workspaces: Set<string>;
  users: Set<string>;
  all: boolean;
}
const nothingDue = (): Due => ({ workspaces: new Set(), users: new Set(), all: false });

interface Context {
  ports: Ports;
  deps: LiveBoardsDeps;
  rooms: Rooms;
  here: Here;
  /** Whose connections must be checked. */
  due: Due;
  isChecking: boolean;
  isClosed: boolean;
}

const userOf = ({ visit }: Participant): string | null => (visit.visitor.actor.kind === "user" ? visit.visitor.actor.id : null);
const sessionOf = ({ visit }: Participant): string | null => (visit.visitor.actor.kind === "user" ? visit.visitor.actor.sessionId : null);

/** Longest time of a timer, in milliseconds. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** Checks a connection again when its link expires. */
function checkAtExpiry(context: Context, participant: Participant, { by }: Entry): void {
  clearTimeout(participant.expiry);
  const expiresAt = by.kind === "link" ? by.row.expires_at : null;
  const left = expiresAt === null ? Infinity : expiresAt.getTime() - context.ports.clock.now().getTime();
  if (left > TIMER_MAX_MS) return;
  participant.expiry = setTimeout(() => checkWorkspace(context, participant.workspaceId), Math.max(0, left) + 1).unref();
}

/** Checks one connection, and applies what changed. */
async function recheck(context: Context, participant: Participant): Promise<void> {
  const { deps } = context;
  try {
    const entry = await enter(deps, participant.visit);
    const role = participant.isObserver ? "view" : entry.role;
    participant.workspaceId = entry.workspaceId;
    checkAtExpiry(context, participant, entry);
    if (role === participant.role) return;
    participant.role = role;
    send(participant, { type: "role", role });
  } catch (error) {
    if (error instanceof AppError && error.status < 500) sendAway(participant);
    else tryAgain(participant, "permissions could not be checked");
  }
}

/** Ends the connections whose session ended or whose account is suspended. Returns the others. */
async function withSessions({ ports, deps }: Context, participants: readonly Participant[]): Promise<Participant[]> {
  const ids = [...new Set(participants.map(sessionOf).filter((id) => id !== null))];
  const active = ids.length === 0 ? new Set<string>() : await repo.listActiveSessions(ports.db, ids, ports.clock.now());
  const left: Participant[] = [];
  for (const participant of participants) {
    const id = sessionOf(participant);
    const { actor } = participant.visit.visitor;
    if ((id !== null && !active.has(id)) || (actor.kind === "user" && !(await deps.states.isActive(actor)))) sendAway(participant);
    else left.push(participant);
  }
  return left;
}

async function recheckDue(context: Context): Promise<void> {
  const { rooms, due } = context;
  const { all, workspaces, users } = due;
  context.due = nothingDue();
  const meant = rooms.all().filter((one) => all || workspaces.has(one.workspaceId) || users.has(userOf(one) ?? ""));
  if (meant.length === 0) return;
  const left = await withSessions(context, meant);
  const work = async (): Promise<void> => {
    for (let participant = left.pop(); participant; participant = left.pop()) await recheck(context, participant);
  };
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, work));
}

/** Checks soon what is due. A failed check ends no connection: the next one follows. */
async function checkSoon(context: Context): Promise<void> {
  if (context.isChecking || context.isClosed) return;
  context.isChecking = true;
  try {
    while (context.due.all || context.due.workspaces.size > 0 || context.due.users.size > 0) {
      await sleep(RECHECK_DELAY_MS, undefined, { ref: false });
      await recheckDue(context);
    }
  } catch (error) {
    context.ports.log.warn({ err: error }, "connections to whiteboards could not be checked");
    for (const participant of context.rooms.all()) tryAgain(participant, "permissions could not be checked");
  } finally {
    context.isChecking = false;
  }
}

function checkWorkspace(context: Context, workspaceId: string): void {
  context.due.workspaces.add(workspaceId);
  void checkSoon(context);
}

function checkUser(context: Context, userId: string): void {
  context.due.users.add(userId);
  void checkSoon(context);
}

function checkAll(context: Context): void {
  context.due.all = true;
  void checkSoon(context);
}

const holderOf = ({ visitor, share }: Visit): string => (visitor.actor.kind === "user" ? visitor.actor.id : `link ${share ?? ""}`);

async function admit(context: Context, visit: Visit, isObserver: boolean): Promise<Entrance> {
  const { ports, deps, rooms, isClosed } = context;
  if (isClosed) throw new AppError("unavailable", { retryAfterS: 1 });
  const entry = await enter(deps, visit);
  if (visit.visitor.actor.kind === "user") {
    const mine = rooms.all().filter((other) => holderOf(other.visit) === holderOf(visit));
    if (mine.length >= PER_HOLDER) throw new AppError("too-many-requests", { retryAfterS: 10 });
  }
  const { actor } = visit.visitor;
  const user = actor.kind === "user" ? await repo.findPerson(ports.db, actor.id) : undefined;
  return { visit, entry, person: user ? { id: user.id, displayName: user.name, photoURL: avatarUrl(user.avatar) } : null, isObserver };
}

/** Adds an accepted connection. */
function join(context: Context, { visit, entry, person, isObserver }: Entrance, socket: WebSocket) {
  const { ports, deps, rooms } = context;
  const { boardId, workspaceId } = entry;
  const participant: Participant = {
    id: ports.ids.secret(9),
    boardId,
    visit,
    person,
    colour: isObserver ? 0 : rooms.colourFor(boardId),
    isObserver,
    expiry: undefined,
    role: isObserver ? "view" : entry.role,
    workspaceId,
    presence: NO_PRESENCE,
    received: null,
    held: null,
    firstBytes: 0,
    isPresenceNew: false,
    connection: socket,
  };
  rooms.join(participant);
  checkAtExpiry(context, participant, entry);
  if (!isObserver) context.here.join(boardId, participant.id, person?.id ?? null);
  const announce = (): void => {
    if (!isObserver) deps.events.publish({ type: "engagement", workspaceId: participant.workspaceId, itemId: boardId });
  };
  announce();
  const handle = messagesOf({ rooms, changes: deps.changes, log: ports.log }, participant);
  return {
    /** Handles a message. Changes of one client are stored in their order, because their queue preserves it. */
    handle: (text: string): void => {
      handle(text).catch((error: unknown) => {
        ports.log.error({ err: error, boardId }, "a message of a whiteboard failed");
        tryAgain(participant, "error");
      });
    },
    leave: () => {
      clearTimeout(participant.expiry);
      rooms.leave(participant);
      if (!isObserver) context.here.leave(boardId, participant.id);
      announce();
    },
  };
}

interface BoardHere {
  boardId: string;
  people: number;
}

/** Returns the boards of a space that are open on a page and that the caller may open, with the number of people. */
async function listHere({ ports, deps, here }: Context, actor: UserActor, workspaceRef: string): Promise<BoardHere[]> {
  const workspace = await deps.memberships.resolve(actor, workspaceRef);
  const boardIds = await repo.listBoardsIn(ports.db, workspace.id, here.boardIds());
  const readable = boardIds.length === 0 ? [] : await deps.items.presentByIds(actor, boardIds);
  return readable.map(({ id }) => ({ boardId: id, people: here.people(id) })).filter(({ people }) => people > 0);
}

/** Creates the service of open whiteboards in an HTTP process. Its database listener connects when the first board is opened. */
export function createLiveBoards(ports: Ports, deps: LiveBoardsDeps) {
  const { events, changes } = deps;
  const processId = ports.ids.secret(6);
  const here = createHere();
  const rooms = createRooms({
    db: ports.db,
    log: ports.log,
    announce: (boardId: string, message: RoomMessage) => events.relay(TOPIC, { from: processId, boardId, message }),
  });
  const context: Context = { ports, deps, rooms, here, due: nothingDue(), isChecking: false, isClosed: false };
  changes.whenStored((boardId, updates) => rooms.receiveStored(boardId, updates));
  const listener = events.subscribe({
    onEvent: ({ event }) => {
      if ("workspaceId" in event && event.type !== "comments" && event.type !== "engagement") checkWorkspace(context, event.workspaceId);
    },
    onSessionsEnded: (userId) => checkUser(context, userId),
    onGap: () => {
      rooms.readAll();
      checkAll(context);
    },
    onMessage: (topic, body) => {
      if (topic !== TOPIC) return;
      const { from, boardId, message } = body as { from: string; boardId: string; message: RoomMessage };
      if (from === processId) return;
      here.receive(boardId, message);
      rooms.receive(boardId, message);
    },
  });
  const timers = [
    setInterval(() => checkAll(context), RECHECK_MS).unref(),
    setInterval(() => {
      rooms.beat();
      here.dropLost();
      void listener.check();
    }, REMOTE_BEAT_MS).unref(),
  ];
  const listening = (): Promise<void> =>
    listener.start().catch((error: unknown) => {
      throw new AppError("unavailable", { cause: error });
    });
  return {
    /** Checks a visit, by a person or by an embedded view. @throws AppError as {@link enter}, `too-many-requests` */
    async enter(visit: Visit, isObserver: boolean): Promise<Entrance> {
      await listening();
      return admit(context, visit, isObserver);
    },
    join: join.bind(null, context),
    count: rooms.count,
    observers: rooms.observers,
    /** As {@link listHere}. */
    async listHere(actor: UserActor, workspaceRef: string): Promise<BoardHere[]> {
      await listening();
      return listHere(context, actor, workspaceRef);
    },
    /** Ends all connections, and accepts no more. */
    close(): void {
      context.isClosed = true;
      for (const timer of timers) clearInterval(timer);
      for (const { connection } of rooms.all()) connection.close(1001, "restart");
    },
    stop: () => listener.stop(),
  };
}

export type LiveBoards = ReturnType<typeof createLiveBoards>;
