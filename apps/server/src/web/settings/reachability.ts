import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Keys } from "../../platform/ports/keys.port.ts";
import { proofOf } from "../service/index.ts";

/** Maximum time in milliseconds for the answer. */
const LIMIT_MS = 5_000;
/** Maximum bytes of the answer that are read. The own answer has about 100. */
const ANSWER_BYTES_MAX = 4_096;
const Answer = z.object({ proof: z.string() });

/** Returns a short answer as text. The connection of a longer one is closed. @throws Error when it is longer than {@link ANSWER_BYTES_MAX} */
async function readShort(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  // Leaving the loop early cancels the body.
  for await (const piece of answer.body ?? []) {
    sizeBytes += piece.length;
    if (sizeBytes > ANSWER_BYTES_MAX) throw new Error("the answer is too long");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/**
 * Returns whether a process of this installation answers at an address. It must prove that it knows the secret, so that another server
 * there is not mistaken for this one. Redirects are not followed.
 */
export async function answersAt(keys: Keys, origin: string): Promise<boolean> {
  const nonce = randomBytes(24).toString("base64url");
  try {
    const answer = await fetch(`${origin}/healthz?nonce=${nonce}`, { redirect: "error", signal: AbortSignal.timeout(LIMIT_MS) });
    const parsed = Answer.safeParse(JSON.parse(await readShort(answer)));
    return parsed.success && parsed.data.proof === proofOf(keys, nonce);
  } catch {
    return false;
  }
}
