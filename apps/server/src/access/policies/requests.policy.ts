import type { RequestKind, RequestState } from "@stillreel/contract";
import { ALLOW, deny, type Decision } from "./decision.ts";

/** Facts about a request and a visitor who wants to answer it. */
export interface RequestFacts {
  /** From its terms and positions. */
  state: RequestState;
  /** Whether the asker's account is active and may add to the target. */
  askerMayAdd: boolean;
  hasPassword: boolean;
  unlocked: boolean;
}

/** Returns the state for visitors: a request whose asker may not add to its target any more is closed. */
export const visibleState = ({ state, askerMayAdd }: Pick<RequestFacts, "state" | "askerMayAdd">): RequestState =>
  askerMayAdd ? state : "closed";

/** Returns whether a visitor may read what is requested. A request that is not open shows only that, without its password. */
export function canOpenRequest(facts: RequestFacts): Decision {
  if (visibleState(facts) !== "open") return ALLOW;
  return facts.hasPassword && !facts.unlocked ? deny("password-required") : ALLOW;
}

/** Returns whether a visitor may begin an upload. Whether a position is free is decided when it is reserved. */
export function canAnswer(facts: RequestFacts): Decision {
  if (visibleState(facts) === "closed") return deny("request-closed");
  return facts.hasPassword && !facts.unlocked ? deny("password-required") : ALLOW;
}

/** What arrived, as its content shows. */
export interface ArrivedFacts {
  type: "image" | "video";
  durationMs: number | null;
  source: RequestKind;
}

/** Tolerance of the length limit: recorders stop at a frame, and containers round. */
const LENGTH_TOLERANCE_MS = 2_000;

/** Returns whether the content is what the request permits. Only files may be images. */
export function canArrive({ type, durationMs, source }: ArrivedFacts, maxSeconds: number | null): Decision {
  if (type === "image") return source === "file" ? ALLOW : deny("unsupported-file-type");
  if (maxSeconds !== null && (durationMs ?? 0) > maxSeconds * 1_000 + LENGTH_TOLERANCE_MS) return deny("request-too-long");
  return ALLOW;
}
