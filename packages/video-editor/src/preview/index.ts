export { Compositor, type FrameRequest, type SourcePicture } from "./compositor.ts";
export { followEffect } from "./follow-effect.ts";
export { FrameReader, previewFrameAt } from "./frame-at.ts";
export { createPreviewPlayer } from "./player.ts";
export type { PreviewPlayer } from "./player.types.ts";
