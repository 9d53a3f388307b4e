export { readTrimmed, removeTrimmed } from "./trim-storage.ts";
export type { CutOptions } from "./cut-video.ts";
export { openTrimVideo, type TrimVideo } from "./trim-video.ts";
