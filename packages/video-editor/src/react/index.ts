export type { VideoEditorTexts } from "./texts.ts";
