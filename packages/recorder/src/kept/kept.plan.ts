/** What a crash may cost at most, in milliseconds of the recording: nobody is asked about less than that. */
const LOSS_MAX_MS = 2_000;

/** Pauses between two looks at what waits for the server, in minutes, by how many in a row brought nothing. */
const PAUSES_MIN = [1, 2, 4, 8, 15] as const;
/** When all of it has arrived and only waits for a word from its owner. */
const DECISION_PAUSE_MIN = 6 * 60;

/** How much of a recording there is: bytes, and up to where they can be played (null when nobody knows). */
export interface Extent {
  bytes: number;
  wholeMs: number | null;
}

/** Whether a server that has ended a recording by itself has all of it, but for what may be lost. */
export function isAllThere(here: Extent, there: Extent): boolean {
  if (there.bytes >= here.bytes) return true;
  return here.wholeMs !== null && there.wholeMs !== null && here.wholeMs - there.wholeMs <= LOSS_MAX_MS;
}

/** What is done about a kept recording while nobody says anything. */
export type Upkeep =
  /** Nothing: another document has it, or it is nobody's yet, or somebody else's. */
  | "leave"
  /** It was stopped: the rest goes out, and it is done. */
  | "finish"
  /** It was cut off: what there is goes out, and its owner says what becomes of it. */
  | "send-ahead";

/** Decides that. `isMine`: it is the account's that is signed in, on its server. */
export function upkeepOf(state: "recording" | "stopped" | "sent", isMine: boolean, isHeld: boolean): Upkeep {
  if (!isMine || isHeld || state === "sent") return "leave";
  return state === "stopped" ? "finish" : "send-ahead";
}

/**
 * When to look again, in minutes; null when there is nothing to look for.
 * @param failures looks in a row after which something was left that could not be sent
 * @param kept recordings that are still on this machine
 */
export function minutesToNextLook(failures: number, kept: number): number | null {
  if (failures > 0) return PAUSES_MIN[Math.min(failures, PAUSES_MIN.length) - 1] ?? 1;
  return kept > 0 ? DECISION_PAUSE_MIN : null;
}
