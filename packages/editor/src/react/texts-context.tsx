import { createContext, useContext, type ReactNode } from "react";
import { createEditorTexts, type EditorTexts } from "./texts.ts";

const Texts = createContext<EditorTexts>(createEditorTexts("en", "ltr"));

/** Provides the texts of the host's language to the editor. Without it they are English. */
export function EditorTextsProvider({ texts, children }: { texts: EditorTexts; children: ReactNode }): ReactNode {
  return <Texts value={texts}>{children}</Texts>;
}

/** Returns the texts of the nearest provider. */
export const useTexts = (): EditorTexts => useContext(Texts);
