export { EffectControls } from "./effects/effect-controls.tsx";
export { FramePanel } from "./effects/frame-panel.tsx";
export { WordsPanel } from "./words/words-panel.tsx";
export { VideoStage } from "./stage/stage.tsx";
export { VideoEditorContext } from "./editor-context.tsx";
export { VideoEditorTextsProvider } from "./texts-context.tsx";
export { english, type VideoEditorTextKey, type VideoEditorTexts } from "./texts.ts";
export { VideoEditorView } from "./video-editor.tsx";
export type * from "./video-editor.types.ts";
