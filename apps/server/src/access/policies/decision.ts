import type { ErrorCode } from "@stillreel/contract";
import { AppError } from "../../platform/http/app-error.ts";

/** The answer of a policy. */
export type Decision = { ok: true } | { ok: false; code: ErrorCode };

export const ALLOW: Decision = { ok: true };
export const deny = (code: ErrorCode): Decision => ({ ok: false, code });

/** Throws the error of a denied decision; returns when it is allowed. */
export function authorize(decision: Decision): void {
  if (!decision.ok) throw new AppError(decision.code);
}
