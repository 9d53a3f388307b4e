import type { ErrorCode } from "@stillreel/contract";

/** The answer of a policy. */
export type Decision = { ok: true } | { ok: false; code: ErrorCode };

export const ALLOW: Decision = { ok: true };
export const deny = (code: ErrorCode): Decision => ({ ok: false, code });
