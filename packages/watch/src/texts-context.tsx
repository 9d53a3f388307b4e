import { createContext, useContext, type ReactNode } from "react";
import { createWatchTexts, type WatchTexts } from "./texts.ts";

const Texts = createContext<WatchTexts>(createWatchTexts("en", "ltr"));

/** Provides the texts of the host's language to players and discussions. Without it they are English. */
export function WatchTextsProvider({ texts, children }: { texts: WatchTexts; children: ReactNode }): ReactNode {
  return <Texts value={texts}>{children}</Texts>;
}

/** Returns the texts of the nearest provider. */
export const useTexts = (): WatchTexts => useContext(Texts);
