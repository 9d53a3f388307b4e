/*
 * What needs the server, and with it the whole contract: loaded once the picture stands on the screen.
 */
export { ownerNow } from "../captures/owner.ts";
export { runQueue } from "../captures/queue.ts";
export { sendCapture } from "../captures/send-capture.ts";
export { refreshFolders, storedFolders } from "../shared/account.ts";
export { settleLost } from "../targets/targets.ts";
