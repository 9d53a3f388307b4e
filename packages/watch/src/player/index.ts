export { Player } from "./player.tsx";
export { PlayerOverlay } from "./overlay/player-overlay.tsx";
export { StripBar } from "./strip/strip-bar.tsx";
export { usePlayer, usePlayerState } from "./use-player.ts";
export type * from "./player.types.ts";
export { WatchTextsProvider, useTexts } from "../texts-context.tsx";
export { createWatchTexts, english, type TextValues, type WatchTextKey, type WatchTexts } from "../texts.ts";
