export { ImageEditor } from "./image-editor.tsx";
export type * from "./image-editor.types.ts";
export { keyHint } from "./keys/key-names.ts";
export { EditorButton } from "./parts/button.tsx";
export { ICON } from "./parts/icon.ts";
export { EditorMenu } from "./parts/menu.tsx";
export { SavedState } from "./parts/saved-state.tsx";
export { createEditorTexts, english, type EditorTextKey, type EditorTexts, type TextValues } from "./texts.ts";
export { EditorTextsProvider } from "./texts-context.tsx";
