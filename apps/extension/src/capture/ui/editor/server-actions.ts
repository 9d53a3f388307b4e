/*
 * What needs the server, and with it the whole contract: loaded once the picture stands on the screen.
 */
export { ownerNow } from "../../../shared/data/owner.ts";
export { runQueue } from "../../data/upload-queue.ts";
export { sendCapture } from "../../data/send-capture.ts";
export { refreshFolders, storedFolders } from "../../../shared/data/account.ts";
export { settleLost } from "../../../shared/data/save-targets.ts";
