/** Maximum loss of a crash, in milliseconds of the recording. Smaller differences need no question to the user. */
const LOSS_MAX_MS = 2_000;

/** Pauses between two checks of unsent recordings, in minutes, by the number of consecutive failures. */
const PAUSES_MIN = [1, 2, 4, 8, 15] as const;
/** Pause in minutes when all bytes have arrived and only the owner's decision is missing. */
const DECISION_PAUSE_MIN = 6 * 60;

/** Extent of a recording: bytes, and the playable duration (null when unknown). */
export interface Extent {
  bytes: number;
  wholeMs: number | null;
}

/** Returns whether a server that has ended a recording has all of it, except for the allowed loss. */
export function isAllThere(here: Extent, there: Extent): boolean {
  if (there.bytes >= here.bytes) return true;
  return here.wholeMs !== null && there.wholeMs !== null && here.wholeMs - there.wholeMs <= LOSS_MAX_MS;
}

/** Automatic operation on a stored recording. */
export type NextStep =
  /** Nothing: another document has locked it, or it belongs to no account yet, or to another one. */
  | "leave"
  /** It was stopped: send the rest and complete it. */
  | "finish"
  /** It was interrupted: send the available bytes. Its owner decides later. */
  | "send-ahead";

/** Decides the operation. `isMine`: it belongs to the signed-in account on its server. */
export function nextStepOf(state: "recording" | "stopped" | "sent", isMine: boolean, isHeld: boolean): NextStep {
  if (!isMine || isHeld || state === "sent") return "leave";
  return state === "stopped" ? "finish" : "send-ahead";
}

/**
 * Returns the minutes until the next check, or null when there is nothing to send.
 * @param failures consecutive checks that could not send everything
 * @param count number of recordings on this machine
 */
export function minutesToNextCheck(failures: number, count: number): number | null {
  if (failures > 0) return PAUSES_MIN[Math.min(failures, PAUSES_MIN.length) - 1] ?? 1;
  return count > 0 ? DECISION_PAUSE_MIN : null;
}
