import { IconArrowBackUp, IconArrowForwardUp, IconMinus, IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { keyHint } from "../keys/key-names.ts";
import { Divider, IconButton } from "../parts/button.tsx";
import { ICON, SMALL_ICON } from "../parts/icon.ts";
import { useAnnounce } from "../announcements/announcer.tsx";
import { useTexts } from "../texts-context.tsx";
import styles from "./bars.module.css";

/** Undo and redo: in the top bar, or over the image when the bar is narrow. */
export function UndoButtons(): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const announce = useAnnounce();
  const canUndo = useEditorState((state) => state.canUndo);
  const canRedo = useEditorState((state) => state.canRedo);
  return (
    <>
      <IconButton
        className={styles.undo}
        label={t("undo")}
        hint={keyHint("mod+Z")}
        icon={<IconArrowBackUp {...ICON} />}
        isDisabled={!canUndo}
        onPress={() => {
          editor.run("undo");
          announce(t("said.undone"));
        }}
      />
      <IconButton
        className={styles.undo}
        label={t("redo")}
        hint={keyHint("mod+shift+Z")}
        icon={<IconArrowForwardUp {...ICON} />}
        isDisabled={!canRedo}
        onPress={() => {
          editor.run("redo");
          announce(t("said.redone"));
        }}
      />
    </>
  );
}

/** Shows and changes the zoom of the image. */
export function ZoomBar({ isNarrow }: { isNarrow: boolean }): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const percent = useEditorState((state) => Math.round(state.camera.zoom * 100));
  return (
    <div className={`${styles.pill} on-raised`} data-place="start" role="group" aria-label={t("view.label")}>
      {isNarrow && (
        <>
          <UndoButtons />
          <Divider />
        </>
      )}
      <IconButton
        label={t("view.zoomOut")}
        hint={keyHint("mod+-")}
        icon={<IconMinus {...SMALL_ICON} size={16} />}
        isDisabled={percent <= 5}
        onPress={() => editor.run("zoom-out")}
      />
      <span className={styles.percent} dir="ltr">
        {t("said.zoom", { value: percent })}
      </span>
      <IconButton
        label={t("view.zoomIn")}
        hint={keyHint("mod++")}
        icon={<IconPlus {...SMALL_ICON} size={16} />}
        isDisabled={percent >= 800}
        onPress={() => editor.run("zoom-in")}
      />
      <Divider />
      <button type="button" className={styles.word} aria-keyshortcuts="Control+0 Meta+0" onClick={() => editor.run("zoom-fit")}>
        {t("view.fit")}
      </button>
      <button
        type="button"
        className={`${styles.word} ${styles.roomy}`}
        aria-keyshortcuts="Control+1 Meta+1"
        onClick={() => editor.run("zoom-100")}
      >
        {t("view.actual")}
      </button>
    </div>
  );
}
