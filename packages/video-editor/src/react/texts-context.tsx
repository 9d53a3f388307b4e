import { createContext, useContext, type ReactNode } from "react";
import type { VideoEditorTexts } from "./texts.ts";

const Texts = createContext<VideoEditorTexts | null>(null);

/** Provides the texts of the host's language to the video editor. */
export function VideoEditorTextsProvider({ texts, children }: { texts: VideoEditorTexts; children: ReactNode }): ReactNode {
  return <Texts value={texts}>{children}</Texts>;
}

/** Returns the texts of the nearest provider. */
export function useTexts(): VideoEditorTexts {
  const texts = useContext(Texts);
  if (!texts) throw new Error("This component must be inside of a VideoEditorTextsProvider.");
  return texts;
}
