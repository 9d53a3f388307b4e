import { createSave, type SaveProvider } from "@stillreel/contract";
import { api } from "../../shared/data/api.ts";
import type { SentItem, StoredCapture } from "../core/stored-capture.ts";
import type { SaveStart } from "../core/save-failure.ts";
import { saveFailureOf } from "./send-capture.plan.ts";

/**
 * Starts the save of an item that was made from a capture, with the account's preferences. A repeat after a lost response starts no
 * second save.
 * @throws ApiError when a repeat may succeed
 */
export async function startSave(
  { idempotencyKey }: StoredCapture,
  { itemId }: SentItem,
  provider: SaveProvider,
  signal: AbortSignal,
): Promise<SaveStart> {
  try {
    const headers = { "idempotency-key": `${idempotencyKey} ${provider}` };
    const { saveId } = await api.call(createSave, { params: { provider }, body: { itemIds: [itemId] } }, { headers, signal });
    return { ok: true, saveId };
  } catch (error) {
    const failure = saveFailureOf(error);
    if (failure === null) throw error;
    return { ok: false, failure };
  }
}
