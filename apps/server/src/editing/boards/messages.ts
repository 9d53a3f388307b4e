import {
  BOARD_UPDATE_ELEMENTS_MAX,
  BoardCanvas,
  BoardClientMessage,
  type BoardServerMessage,
  ERRORS,
  type ErrorCode,
} from "@stillreel/contract";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Changes } from "./changes.service.ts";
import { readElements } from "./elements.plan.ts";
import { type Participant, send, sendAway, sendText, tryAgain } from "./participant.ts";
import type { Rooms } from "./rooms.ts";

/** Messages of one client per second, and how many it may send at a time after a pause. Presence that exceeds this is omitted. */
const RATE = 60;
const BURST = 180;
/** Number of messages beyond the rate after which a client is disconnected. */
const EXCESS_MAX = 2_000;
/** Time after which a refused change may be sent again, in milliseconds. */
const RETRY_MS = 1_000;
/** Number of changes of one client that wait for their transaction. */
const WAITING_MAX = 50;

interface Deps {
  rooms: Rooms;
  changes: Changes;
  log: Ports["log"];
}

/** Limits of one client. */
interface Budget {
  left: number;
  at: number;
  excess: number;
  waiting: number;
}

function isWithin(budget: Budget): boolean {
  const now = performance.now();
  budget.left = Math.min(BURST, budget.left + ((now - budget.at) / 1_000) * RATE);
  budget.at = now;
  if (budget.left < 1) {
    budget.excess += 1;
    return false;
  }
  budget.left -= 1;
  budget.excess = 0;
  return true;
}

type Refused = Extract<BoardServerMessage, { type: "refused" }>;

const refusal = (id: number, code: ErrorCode, more: Partial<Refused> = {}): Refused => ({
  type: "refused",
  id,
  code,
  message: ERRORS[code].message,
  retryAfterMs: null,
  ...more,
});

/** The part of a message that its elements are read from one by one. */
interface RawUpdate {
  id: number;
  elements: readonly unknown[];
  canvas: BoardCanvas | undefined;
}

/** Reads the frame of a change. Undefined when it is not one. */
function rawUpdateOf(given: object): RawUpdate | undefined {
  const { id, elements, canvas } = given as { id?: unknown; elements?: unknown; canvas?: unknown };
  if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 0 || !Array.isArray(elements)) return undefined;
  if (canvas === undefined) return { id, elements, canvas: undefined };
  const parsed = BoardCanvas.safeParse(canvas);
  return parsed.success ? { id, elements, canvas: parsed.data } : undefined;
}

/** Stores a change and answers its sender. One refused element does not affect the others of the message. */
async function update({ changes, rooms, log }: Deps, participant: Participant, budget: Budget, raw: RawUpdate): Promise<void> {
  const { id, elements: given, canvas } = raw;
  if (participant.role !== "edit") return send(participant, refusal(id, "forbidden"));
  if (given.length > BOARD_UPDATE_ELEMENTS_MAX)
    return send(participant, refusal(id, "validation-failed", { message: `At most ${BOARD_UPDATE_ELEMENTS_MAX} elements per message.` }));
  if (budget.waiting >= WAITING_MAX) return send(participant, refusal(id, "too-many-requests", { retryAfterMs: RETRY_MS }));
  const { elements, changed, refused } = readElements(given);
  const userId = participant.person?.id ?? null;
  budget.waiting += 1;
  try {
    const applied = await changes.apply(participant.boardId, { participant: participant.id, userId, elements, canvas, changed });
    if (refused[0]) {
      const { code, message } = refused[0];
      send(participant, refusal(id, code, { message, elements: refused.map((one) => one.id) }));
    }
    if (applied.full.length > 0) send(participant, refusal(id, "board-full", { elements: applied.full }));
    // The client stores the number as its state. Changes before it may still be on their way.
    send(participant, { type: "ack", id, seq: Math.min(applied.seq, rooms.deliveredOf(participant.boardId)) });
    if (applied.newer.length > 0)
      sendText(participant, `{"type":"update","seq":${participant.received ?? 0},"elements":[${applied.newer.join(",")}],"by":null}`);
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") return sendAway(participant);
    log.warn({ err: error, boardId: participant.boardId }, "a change of a whiteboard was not stored");
    send(participant, refusal(id, "unavailable", { retryAfterMs: RETRY_MS }));
  } finally {
    budget.waiting -= 1;
  }
}

function parseText(text: string): object | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the function that handles the messages of one client. */
export function messagesOf(deps: Deps, participant: Participant): (text: string) => Promise<void> {
  const budget: Budget = { left: BURST, at: performance.now(), excess: 0, waiting: 0 };

  async function hello(since: number | null): Promise<void> {
    if (!(await deps.rooms.welcome(participant, since))) sendAway(participant);
  }

  async function other(given: object): Promise<void> {
    const { data: message } = BoardClientMessage.safeParse(given);
    if (!message || message.type === "update") return participant.connection.close(1007, "not a message of this protocol");
    if (message.type === "hello") return hello(message.since);
    if (message.type === "ping") return send(participant, { type: "pong" });
    const { type: _, ...presence } = message;
    participant.presence = presence;
    deps.rooms.showPresence(participant);
  }

  return async (text) => {
    const given = parseText(text);
    if (!given) return participant.connection.close(1007, "not JSON");
    const isChange = "type" in given && given.type === "update";
    const raw = isChange ? rawUpdateOf(given) : undefined;
    if (!isWithin(budget)) {
      if (budget.excess > EXCESS_MAX) return participant.connection.close(1008, "too many messages");
      if (raw) send(participant, refusal(raw.id, "too-many-requests", { retryAfterMs: RETRY_MS }));
      else if ("type" in given && given.type === "hello") tryAgain(participant, "too many messages");
      return;
    }
    if (!isChange) return other(given);
    if (raw) return update(deps, participant, budget, raw);
    const id = "id" in given && typeof given.id === "number" ? given.id : 0;
    send(participant, refusal(id, "validation-failed"));
  };
}
