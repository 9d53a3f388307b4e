import { VISUALLY_HIDDEN } from "@stillreel/ui";
import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { useEditor } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import { describeChange } from "./announcements.plan.ts";

/** Delay of announcements in milliseconds. Dragging changes the state in every frame, and only its end is announced. */
const REST_MS = 180;

/** Announces something that the editor's state alone does not show, such as "Undone". Called afterwards. */
export type Announce = (text: string) => void;

const AnnounceContext = createContext<Announce>(() => {});

/** Returns the function that components use for announcements. */
export const useAnnounce = (): Announce => useContext(AnnounceContext);

/** Announces changes to screen readers in a polite live region, once each. */
export function Announcer({ children }: { children: ReactNode }): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const [announcement, setAnnouncement] = useState({ text: "", count: 0 });
  const before = useRef(editor.getState());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const announce = useCallback(
    (text: string) => {
      // An explicit announcement covers all changes until now.
      clearTimeout(timer.current);
      before.current = editor.getState();
      setAnnouncement(({ count }) => ({ text, count: count + 1 }));
    },
    [editor],
  );
  useEffect(() => {
    before.current = editor.getState();
    const stop = editor.subscribe(() => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const text = describeChange(before.current, editor.getState(), t);
        if (text) announce(text);
        else before.current = editor.getState();
      }, REST_MS);
    });
    return () => {
      stop();
      clearTimeout(timer.current);
    };
  }, [editor, announce, t]);
  return (
    <AnnounceContext value={announce}>
      {children}
      <div className={VISUALLY_HIDDEN.always} role="status" data-testid="editor-said">
        {/* A repeated text is announced again. */}
        <span key={announcement.count}>{announcement.text}</span>
      </div>
    </AnnounceContext>
  );
}
