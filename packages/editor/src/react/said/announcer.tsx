import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { useEditor } from "../editor-context.tsx";
import unseen from "../parts/unseen.module.css";
import { useTexts } from "../texts-context.tsx";
import { describeChange } from "./announcements.plan.ts";

/** Dragging changes everything with each frame: only where it rests is told, after so many milliseconds. */
const REST_MS = 180;

/** Says something that the editor's state alone does not tell, such as "Undone"; after it was done. */
export type Say = (text: string) => void;

const Saying = createContext<Say>(() => {});

/** How parts of the view say what happened. */
export const useSay = (): Say => useContext(Saying);

/** Tells screen readers what happened, quietly and once. */
export function Announcer({ children }: { children: ReactNode }): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const [told, setTold] = useState({ text: "", count: 0 });
  const before = useRef(editor.getState());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const say = useCallback(
    (text: string) => {
      // What was said covers everything up to now.
      clearTimeout(timer.current);
      before.current = editor.getState();
      setTold(({ count }) => ({ text, count: count + 1 }));
    },
    [editor],
  );
  useEffect(() => {
    before.current = editor.getState();
    const stop = editor.subscribe(() => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const text = describeChange(before.current, editor.getState(), t);
        if (text) say(text);
        else before.current = editor.getState();
      }, REST_MS);
    });
    return () => {
      stop();
      clearTimeout(timer.current);
    };
  }, [editor, say, t]);
  return (
    <Saying value={say}>
      {children}
      <div className={unseen.unseen} role="status" data-testid="editor-said">
        {/* The same words twice are told twice. */}
        <span key={told.count}>{told.text}</span>
      </div>
    </Saying>
  );
}
