import type { Executor } from "../../platform/db/client.ts";
import type { TimelineChange } from "../../platform/ports/timeline.port.ts";
import { findMain } from "./showing.repo.ts";
import { timelineChange } from "./timeline.plan.ts";

/** Returns the change of times from the unedited video to the shown one. Null when the video was never edited. */
export async function shownChange(tx: Executor, itemId: string): Promise<TimelineChange | null> {
  const { shown, original } = await findMain(tx, itemId);
  return shown ? timelineChange(null, shown.document, (original ?? shown).durationMs / 1_000) : null;
}
