/** Works that need the offscreen page now: there can be only one, and it goes when the last of them is done. */
let users = 0;
let opening: Promise<void> | null = null;

type Reason = "CLIPBOARD" | "BLOBS" | "DISPLAY_MEDIA";

async function open(reason: Reason): Promise<void> {
  const standing = await chrome.runtime.getContexts({ contextTypes: ["OFFSCREEN_DOCUMENT" as chrome.runtime.ContextType] });
  if (standing.length > 0) return;
  await chrome.offscreen.createDocument({
    url: "offscreen.html",
    reasons: [reason as chrome.offscreen.Reason],
    justification: "Copies links and pictures, makes files, and takes a picture of a screen, while no page of ours is open.",
  });
}

/** Does something that needs the offscreen page, which stands as long as anything needs it. */
export async function withOffscreenPage<T>(reason: Reason, work: () => Promise<T>): Promise<T> {
  users += 1;
  try {
    opening ??= open(reason).finally(() => (opening = null));
    await opening;
    return await work();
  } finally {
    users -= 1;
    // It may be gone already: closed for another worker that died since.
    if (users === 0) await chrome.offscreen.closeDocument().catch(() => undefined);
  }
}
