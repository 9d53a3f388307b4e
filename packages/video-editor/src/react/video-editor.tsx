import { Divider, FloatRoot, IconButton, ICON, keyHint, MenuList, Tooltips, useIsNarrow } from "@stillreel/editor/parts";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import { useRef, useState, type ReactNode } from "react";
import { Announcer, Refusal } from "./announcer.tsx";
import { contextEntries } from "./context-entries.ts";
import { useEditor, useEditorState, VideoEditorContext } from "./editor-context.tsx";
import { KeysDialog } from "./keys/keys-dialog.tsx";
import { useEditorKeys, useFocusOnSelected } from "./keys/use-editor-keys.ts";
import { SidePanel } from "./panels/side-panel.tsx";
import { useTexts } from "./texts-context.tsx";
import { Timeline } from "./timeline/timeline.tsx";
import { TimelineView, TimelineViewContext } from "./timeline/timeline-view.ts";
import { Toolbar } from "./toolbar/toolbar.tsx";
import styles from "./video-editor.module.css";
import type { VideoEditorProps } from "./video-editor.types.ts";

const NO_CUES = [] as const;

/**
 * A video with all controls to edit it. It fills its parent, which must have a height. It has no persistent state: the document and its
 * history are in the editor, and the host saves.
 */
export function VideoEditorView(props: VideoEditorProps): ReactNode {
  const [view] = useState(() => {
    const { timeline, sources } = props.editor.getState();
    return new TimelineView(timeline.duration, sources[0]?.frameRate ?? 30);
  });
  return (
    <VideoEditorContext value={props.editor}>
      <TimelineViewContext value={view}>
        <View {...props} view={view} />
      </TimelineViewContext>
    </VideoEditorContext>
  );
}

function View({
  start,
  actions,
  banner,
  stage,
  captions,
  onChooseItem,
  onSave,
  view,
  ...panels
}: VideoEditorProps & { view: TimelineView }): ReactNode {
  const { t, direction, language } = useTexts();
  const editor = useEditor();
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const isNarrow = useIsNarrow();
  const isPanelShown = useEditorState((state) => !isNarrow || state.panel === "captions");
  useEditorKeys({ root, view, onSave, onHelp: () => setHelpOpen(true) });
  useFocusOnSelected(root, view);
  const join = async (): Promise<void> => {
    const source = await onChooseItem();
    if (source) editor.join(source);
  };
  return (
    <div ref={setRoot} className={styles.editor} dir={direction} lang={language}>
      <FloatRoot value={root}>
        <header className={styles.head}>
          <div className={styles.start}>{start}</div>
          <div className={styles.end}>
            <UndoButtons />
            {!isNarrow && <Divider />}
            {actions}
          </div>
        </header>
        {banner !== undefined && banner !== null && banner !== false && <div className={styles.banner}>{banner}</div>}
        <div className={styles.body}>
          <section className={styles.stage} aria-label={t("title")}>
            {stage}
            <Refusal />
          </section>
          {isPanelShown && <SidePanel {...panels} captions={captions} isNarrow={isNarrow} />}
        </div>
        <div className={styles.lower}>
          <Toolbar
            onHelp={() => setHelpOpen(true)}
            onJoin={() => void join()}
            hasWords={panels.wordsPanel !== undefined}
            hasFrame={panels.framePanel !== undefined}
          />
          {isNarrow && <p className={styles.note}>{t("phone.note")}</p>}
          <TimelineWithMenu cues={captions[0]?.cues ?? NO_CUES} isNarrow={isNarrow} />
        </div>
        {isHelpOpen && <KeysDialog onClose={() => setHelpOpen(false)} />}
        <Announcer />
        <Tooltips root={root} />
      </FloatRoot>
    </div>
  );
}

function UndoButtons(): ReactNode {
  const { t } = useTexts();
  const editor = useEditor();
  const canUndo = useEditorState((state) => state.canUndo);
  const canRedo = useEditorState((state) => state.canRedo);
  return (
    <>
      <IconButton
        label={t("undo")}
        icon={<IconArrowBackUp {...ICON} className={styles.mirrored} />}
        hint={keyHint("mod+Z")}
        isDisabled={!canUndo}
        onPress={() => editor.undo()}
      />
      <IconButton
        label={t("redo")}
        icon={<IconArrowForwardUp {...ICON} className={styles.mirrored} />}
        hint={keyHint("mod+shift+Z")}
        isDisabled={!canRedo}
        onPress={() => editor.redo()}
      />
    </>
  );
}

/** The timeline, and the menu of the secondary button for what is selected. */
function TimelineWithMenu({ cues, isNarrow }: Pick<Parameters<typeof Timeline>[0], "cues" | "isNarrow">): ReactNode {
  const texts = useTexts();
  const editor = useEditor();
  const spot = useRef<HTMLSpanElement>(null);
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);
  return (
    <>
      <Timeline cues={cues} isNarrow={isNarrow} onContextMenu={setMenuAt} />
      {menuAt && (
        <>
          <span ref={spot} className={styles.spot} style={{ left: menuAt.x, top: menuAt.y }} />
          <MenuList
            anchor={spot}
            label={texts.t("menu.label")}
            align="start"
            entries={contextEntries(editor, texts)}
            onClose={() => setMenuAt(null)}
          />
        </>
      )}
    </>
  );
}
