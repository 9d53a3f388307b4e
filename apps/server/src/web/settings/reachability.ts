import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Keys } from "../../platform/ports/keys.port.ts";
import { proofOf } from "../service/index.ts";

/** Maximum time in milliseconds for the answer. */
const LIMIT_MS = 5_000;
const Answer = z.object({ proof: z.string() });

/**
 * Returns whether a process of this installation answers at an address. It must prove that it knows the secret, so that another server
 * there is not mistaken for this one. Redirects are not followed.
 */
export async function answersAt(keys: Keys, origin: string): Promise<boolean> {
  const nonce = randomBytes(24).toString("base64url");
  try {
    const answer = await fetch(`${origin}/healthz?nonce=${nonce}`, { redirect: "error", signal: AbortSignal.timeout(LIMIT_MS) });
    const parsed = Answer.safeParse(await answer.json());
    return parsed.success && parsed.data.proof === proofOf(keys, nonce);
  } catch {
    return false;
  }
}
