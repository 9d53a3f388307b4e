import type { ErrorCode } from "@stillreel/contract";
import { AppError } from "../../platform/http/app-error.ts";

/** Somebody signed in, as far as decisions need to know. */
export interface UserActor {
  kind: "user";
  id: string;
  role: "user" | "admin";
  sessionId: string;
  /** When a password or a fresh credential was last given in this session. */
  authenticatedAt: Date;
  /** The caller's personal space. */
  personalWorkspaceId: string;
}

/** Who asks: nobody, a signed-in user, or the server itself (jobs). */
export type Actor = { kind: "anonymous" } | UserActor | { kind: "system" };

/** The answer of a policy. */
export type Decision = { ok: true } | { ok: false; code: ErrorCode };

export const ALLOW: Decision = { ok: true };
export const deny = (code: ErrorCode): Decision => ({ ok: false, code });

/** Throws what the policy denied with; returns silently when it allowed. */
export function authorize(decision: Decision): void {
  if (!decision.ok) throw new AppError(decision.code);
}
