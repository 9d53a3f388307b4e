export { createBoardClient } from "./board-client.ts";
export type { BoardClient, BoardState, SyncState } from "./board-client.types.ts";
export { asBoardElement, type Drawn } from "./fields.ts";
export type { LimitNotice } from "./limits.ts";
export { asText, outlineOf, type OutlineEntry } from "./outline.ts";
export { pollingLink } from "./polling-link.ts";
export { createQueueStore } from "./queue-store.ts";
export { socketLink } from "./socket-link.ts";
export { inOrder, isNewer } from "./versions.ts";
