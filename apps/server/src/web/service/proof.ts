import { createHmac } from "node:crypto";
import type { Keys } from "../../platform/ports/keys.port.ts";

/** Returns whether a value is a number that `/healthz` answers with a proof. */
export const isNonce = (value: unknown): value is string => typeof value === "string" && /^[\w-]{16,64}$/u.test(value);

/** Returns the answer that only processes of this installation can give for a number. */
export const proofOf = (keys: Keys, nonce: string): string =>
  createHmac("sha256", keys.derive("reachability")).update(nonce).digest("base64url");
