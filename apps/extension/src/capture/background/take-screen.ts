import type { ScreenShot } from "../core/messages.ts";
import { send } from "../core/messages.ts";
import { withOffscreenPage } from "../../shared/background/offscreen-page.ts";

/** Where the offscreen page lays the picture: messages carry texts only. */
const HANDOVER = "screen-shots";

/** Asks the person for a screen or window and takes one picture of it; a reason when there is none. */
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
