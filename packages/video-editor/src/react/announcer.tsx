import { VISUALLY_HIDDEN } from "@stillreel/ui";
import { useEffect, useState, type ReactNode } from "react";
import { clock } from "../core/index.ts";
import { useEditor, useEditorState } from "./editor-context.tsx";
import { useTexts } from "./texts-context.tsx";
import styles from "./video-editor.module.css";

/** How long the reason of a refusal is shown. */
const REFUSAL_MS = 4_000;

/** Shows for some seconds why a command did nothing. */
export function Refusal(): ReactNode {
  const { t } = useTexts();
  const refusal = useEditorState((state) => state.refusal);
  const [shown, setShown] = useState(refusal);
  useEffect(() => {
    setShown(refusal);
    if (!refusal) return undefined;
    const timer = setTimeout(() => setShown(null), REFUSAL_MS);
    return () => clearTimeout(timer);
  }, [refusal]);
  return (
    <div className={styles.refusal} role="status">
      {shown && <span>{t(`refusals.${shown.code}`)}</span>}
    </div>
  );
}

/** Announces to screen readers what changed: removed and returned parts, undo. */
export function Announcer(): ReactNode {
  const { t } = useTexts();
  const editor = useEditor();
  const [announcement, setAnnouncement] = useState({ text: "", count: 0 });
  useEffect(() => {
    let before = editor.getState();
    return editor.subscribe(() => {
      const now = editor.getState();
      const by = now.timeline.map.duration - before.timeline.map.duration;
      const isSplit = now.document.clips.length > before.document.clips.length && Math.abs(by) < 0.001;
      const text = isSplit
        ? t("announced.split", { time: clock(now.playhead, 1) })
        : Math.abs(by) >= 0.1 && now.document.clips !== before.document.clips
          ? t(by < 0 ? "announced.removed" : "announced.back", { length: clock(Math.abs(by), 1) })
          : null;
      before = now;
      if (text !== null) setAnnouncement(({ count }) => ({ text, count: count + 1 }));
    });
  }, [editor, t]);
  return (
    <div className={VISUALLY_HIDDEN.always} role="status">
      {/* A repeated text is announced again. */}
      <span key={announcement.count}>{announcement.text}</span>
    </div>
  );
}
