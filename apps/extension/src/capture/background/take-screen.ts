import type { ScreenShot } from "../core/messages.ts";
import { send } from "../core/messages.ts";
import { withOffscreenPage } from "../../shared/background/offscreen-page.ts";

/** Name of the cache through which the offscreen page passes the picture; messages hold text only. */
const HANDOVER = "screen-shots";

/** Asks the user for a screen or window and captures one picture. Returns the reason when there is none. */
export async function takeScreen(): Promise<Blob | Extract<ScreenShot, { ok: false }>["reason"]> {
  return withOffscreenPage(async () => {
    const shot = await send("screen.take", {});
    if (!shot.ok) return shot.reason;
    const cache = await caches.open(HANDOVER);
    const picture = await (await cache.match(shot.key))?.blob();
    await caches.delete(HANDOVER);
    if (!picture) throw new Error("The picture of the screen did not arrive.");
    return picture;
  });
}
