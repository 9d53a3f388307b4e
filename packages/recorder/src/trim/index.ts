export { readTrimmed, removeTrimmed } from "./trim-storage.ts";
export { openTrimVideo, type CutOptions, type TrimVideo } from "./trim-video.ts";
