import { IconKeyboard, IconStack2 } from "@tabler/icons-react";
import { useCallback, useRef, useState, type ReactNode, type RefObject } from "react";
import { EditorContext, useEditor, useEditorState } from "./editor-context.tsx";
import styles from "./image-editor.module.css";
import type { ImageEditorProps } from "./image-editor.types.ts";
import { KeysDialog } from "./keys/keys-dialog.tsx";
import { useEditorKeys } from "./keys/use-editor-keys.ts";
import { LayersPanel } from "./layers/layers-panel.tsx";
import { useLayersOpen } from "./layers/use-layers-open.ts";
import { Divider, IconButton } from "./parts/button.tsx";
import { Dialog } from "./parts/dialog.tsx";
import { FloatRoot } from "./parts/float-root.ts";
import { SMALL_ICON } from "./parts/icon.ts";
import { useIsNarrow } from "./parts/media.ts";
import { MenuList } from "./parts/menu.tsx";
import { Tooltips } from "./parts/tooltips.tsx";
import { contextEntries } from "./properties/arrange-entries.tsx";
import { PropertyBar } from "./properties/property-bar.tsx";
import { ToolRail } from "./rail/tool-rail.tsx";
import { Announcer } from "./announcements/announcer.tsx";
import { FindSensitive } from "./sensitive/find-sensitive.tsx";
import bars from "./stage/bars.module.css";
import { CropBar } from "./stage/crop-bar.tsx";
import { Stage } from "./stage/stage.tsx";
import { TextOverlay } from "./stage/text-overlay.tsx";
import { UndoButtons, ZoomBar } from "./stage/zoom-bar.tsx";
import { useTexts } from "./texts-context.tsx";

/**
 * An image with all controls to annotate it. It fills its parent, which must have a height. It has no persistent state: image,
 * document and history are in the editor, and the host saves.
 */
export function ImageEditor(props: ImageEditorProps): ReactNode {
  return (
    <EditorContext value={props.editor}>
      <Announcer>
        <EditorView {...props} />
      </Announcer>
    </EditorContext>
  );
}

function EditorView({ start, actions, sensitive, keepOriginal, banner, onSave, onCopy }: ImageEditorProps): ReactNode {
  const { t, direction, language } = useTexts();
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  const layers = useLayersOpen(isNarrow);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const focusCanvas = useCallback(() => canvas.current?.focus({ preventScroll: true }), []);
  useEditorKeys({ root, canvas, onSave, onCopy, onHelp: () => setHelpOpen(true) });

  return (
    <div ref={setRoot} className={styles.editor} dir={direction} lang={language}>
      <FloatRoot value={root}>
        <TopBar start={start} actions={actions} isNarrow={isNarrow} />
        {banner !== undefined && banner !== null && banner !== false && <div className={styles.banner}>{banner}</div>}
        <div className={styles.body}>
          <ToolRail onChosenByKey={focusCanvas} />
          <section className={styles.workArea} aria-label={t("title")}>
            <div className={styles.view}>
              <StageWithMenu canvas={canvas} overlay={overlay} />
              <ZoomBar isNarrow={isNarrow} />
              <div className={`${bars.pill} on-raised`} data-place="end" role="group" aria-label={t("view.more")}>
                <FindSensitive boxes={sensitive} overlay={overlay} />
                {!isNarrow && (
                  <IconButton label={t("keys.open")} hint="?" icon={<IconKeyboard {...SMALL_ICON} />} onPress={() => setHelpOpen(true)} />
                )}
                {(isNarrow || !layers.isOpen) && (
                  <IconButton label={t("layers.open")} icon={<IconStack2 {...SMALL_ICON} />} onPress={layers.open} />
                )}
              </div>
            </div>
            <div className={styles.properties}>
              <CropBar onDone={focusCanvas} />
              <PropertyBar />
            </div>
          </section>
          {!isNarrow && layers.isOpen && (
            <aside className={styles.side} aria-label={t("layers.title")}>
              <LayersPanel keepOriginal={keepOriginal} onClose={layers.close} />
            </aside>
          )}
        </div>
        {isNarrow && layers.isOpen && (
          <Dialog title={t("layers.title")} shape="sheet" onClose={layers.close}>
            <LayersPanel keepOriginal={keepOriginal} onClose={null} />
          </Dialog>
        )}
        {isHelpOpen && <KeysDialog onClose={() => setHelpOpen(false)} />}
        <Tooltips root={root} />
      </FloatRoot>
    </div>
  );
}

interface TopBarProps extends Pick<ImageEditorProps, "start" | "actions"> {
  isNarrow: boolean;
}

/** The host's start and end of the bar, with undo and redo between them. */
function TopBar({ start, actions, isNarrow }: TopBarProps): ReactNode {
  return (
    <header className={styles.head}>
      <div className={styles.start}>{start}</div>
      <div className={styles.end}>
        {!isNarrow && (
          <>
            <UndoButtons />
            <Divider />
          </>
        )}
        {actions}
      </div>
    </header>
  );
}

interface StageProps {
  canvas: RefObject<HTMLCanvasElement | null>;
  overlay: RefObject<HTMLDivElement | null>;
}

/** The canvas with its overlay, and the menu of the secondary button. */
function StageWithMenu({ canvas, overlay }: StageProps): ReactNode {
  const editor = useEditor();
  const texts = useTexts();
  const spot = useRef<HTMLSpanElement>(null);
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);
  const hasSelection = useEditorState((state) => state.selection.length > 0);
  return (
    <>
      <Stage
        canvas={canvas}
        onContextMenu={(at) => {
          chooseUnder(editor, canvas.current, at);
          setMenuAt(at);
        }}
      >
        <div ref={overlay} />
        <TextOverlay canvas={canvas} />
      </Stage>
      {menuAt && hasSelection && (
        <>
          <span ref={spot} className={styles.spot} style={{ left: menuAt.x, top: menuAt.y }} />
          <MenuList
            anchor={spot}
            label={texts.t("properties.arrange")}
            align="start"
            entries={contextEntries(editor, texts)}
            onClose={() => {
              setMenuAt(null);
              canvas.current?.focus({ preventScroll: true });
            }}
          />
        </>
      )}
    </>
  );
}

/** Selects the shape under the pointer for the menu when nothing is selected. */
function chooseUnder(editor: ImageEditorProps["editor"], canvas: HTMLElement | null, at: { x: number; y: number }): void {
  const { selection, tool } = editor.getState();
  if (selection.length > 0 || tool !== "select" || !canvas) return;
  const { left, top } = canvas.getBoundingClientRect();
  const press = {
    at: { x: at.x - left, y: at.y - top },
    pointerId: 1,
    pointerType: "mouse",
    button: 0,
    shift: false,
    alt: false,
    mod: false,
  } as const;
  editor.pointer({ ...press, kind: "down" });
  editor.pointer({ ...press, kind: "up" });
}
