import type { BoardParticipant, BoardPresence, BoardRole, BoardServerMessage } from "@stillreel/contract";
import type { Visit } from "./boards.access.ts";

/** Bytes that may wait for a client in addition to its first message. A client that reads slower is disconnected and reads again. */
const BACKLOG_MAX_BYTES = 4_000_000;
/** Backlog above which presence is omitted. It is outdated when it arrives. */
const PRESENCE_BACKLOG_BYTES = 256_000;
/** Reason for closing a connection, as in RFC 6455: the client may connect again. */
const TRY_AGAIN = 1013;

/** The connection below a participant. */
export interface Connection {
  readonly bufferedAmount: number;
  send(text: string): void;
  close(code: number, reason?: string): void;
  terminate(): void;
}

/** An open page on a board. */
export interface Participant {
  readonly id: string;
  readonly boardId: string;
  /** What the connection was opened with; permissions are checked again with it. */
  readonly visit: Visit;
  readonly person: BoardParticipant["person"];
  readonly colour: number;
  /** Whether the board is embedded in another page: its viewer changes nothing, and the others do not see them. */
  readonly isObserver: boolean;
  /** Timer of the next check, when the link expires. */
  expiry: NodeJS.Timeout | undefined;
  role: BoardRole;
  workspaceId: string;
  presence: BoardPresence;
  /** Number of the last change that the client has received. Null before its first message was answered. */
  received: number | null;
  /** Changes that arrived while its first message is answered; null at other times. */
  held: { seq: number; text: string }[] | null;
  /** Size of the first message, which may be larger than the limit of the backlog. */
  firstBytes: number;
  isPresenceNew: boolean;
  readonly connection: Connection;
}

/** Sends a text. A client that does not read is disconnected, so that it does not fill the memory. */
export function sendText({ connection, firstBytes }: Participant, text: string): void {
  if (connection.bufferedAmount > BACKLOG_MAX_BYTES + firstBytes) connection.terminate();
  else connection.send(text);
}

export const send = (participant: Participant, message: BoardServerMessage): void => sendText(participant, JSON.stringify(message));

/** Sends a text that may be omitted. */
export function sendPresence(participant: Participant, text: string): void {
  if (participant.connection.bufferedAmount <= PRESENCE_BACKLOG_BYTES) sendText(participant, text);
}

/** Says that the board is no longer there for the participant, and closes the connection. */
export function sendAway(participant: Participant): void {
  send(participant, { type: "gone" });
  participant.connection.close(1000, "gone");
}

/** Closes a connection whose client may connect again. */
export const tryAgain = ({ connection }: Pick<Participant, "connection">, reason: string): void => connection.close(TRY_AGAIN, reason);

/** Returns what the others see of a participant. */
export const presented = ({ id, person, colour, presence }: Participant): BoardParticipant => ({ id, person, colour, ...presence });

export const NO_PRESENCE: BoardPresence = { pointer: null, selected: [], view: null };
