/*
 * Code that needs the server and therefore the whole contract. It is loaded after the picture is visible.
 */
export { ownerNow } from "../../../shared/data/owner.ts";
export { sendCapture } from "../../data/send-capture.ts";
export { refreshFolders, storedFolders } from "../../../shared/data/account.ts";
export { settleLost } from "../../../shared/data/save-targets.ts";
