import { EditorButton, useStable } from "@stillreel/editor/parts";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { frameLayout, type Size } from "../../core/index.ts";
import { createPreviewPlayer, type PreviewPlayer } from "../../preview/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import { CropBox } from "./crop-box.tsx";
import { EffectBoxes } from "./effect-boxes.tsx";
import styles from "./stage.module.css";
import { TextField } from "./text-field.tsx";
import { PlayerContext, useIsWaiting, usePlacement } from "./use-player.ts";
import { useStagePointer } from "./use-stage-pointer.ts";

/** Space around the picture, in CSS pixels. On narrow screens there is less. */
const ROOM = { wide: 40, cropping: 60, narrow: 12, narrowBelow: 640 } as const;

interface Props {
  /** The signed address of a source has expired: the host loads the edits again. */
  onExpired?: ((itemId: string) => void) | undefined;
}

/** The preview with the boxes of effects. It fills its parent. The picture is never mirrored. */
export function VideoStage({ onExpired }: Props): ReactNode {
  const editor = useEditor();
  const [player, setPlayer] = useState<PreviewPlayer | null>(null);
  const expired = useStable((itemId: string) => onExpired?.(itemId));
  useEffect(() => {
    const opened = createPreviewPlayer(editor, expired);
    setPlayer(opened);
    return () => {
      setPlayer(null);
      opened.dispose();
    };
  }, [editor, expired]);
  return player ? (
    <PlayerContext value={player}>
      <StageView player={player} />
    </PlayerContext>
  ) : null;
}

function StageView({ player }: { player: PreviewPlayer }): ReactNode {
  const { t } = useTexts();
  const room = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const tool = useEditorState((state) => state.tool);
  const isPlaying = useEditorState((state) => state.isPlaying);
  const [writing, setWriting] = useState<string | null>(null);
  const size = useFittedSize(room);
  const placement = usePlacement();
  const isWaiting = useIsWaiting();
  const output = useOutputSize();
  const pointer = useStagePointer({ canvas, placement, onWrite: setWriting });
  useLayoutEffect(() => (canvas.current ? player.attach(canvas.current) : undefined), [player]);
  const scale = placement ? size.width / placement.size.width : 0;
  const help = useId();
  const isEditable = !isPlaying && placement !== null && scale > 0;
  return (
    <div ref={room} className={styles.stage} dir="ltr">
      <div className={styles.picture} style={{ width: size.width, height: size.height }}>
        <canvas
          ref={canvas}
          className={styles.canvas}
          // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- the linter treats it as a region
          role="application"
          tabIndex={0}
          data-stage-keys="canvas"
          aria-label={t("stage.label", { ...output })}
          aria-describedby={help}
          style={{ cursor: tool === "select" || tool === "crop" ? "default" : "crosshair" }}
          {...pointer}
        />
        <p id={help} hidden>
          {t("stage.help")}
        </p>
        {isEditable && (
          <div className={styles.overlay} data-drawing={(tool !== "select" && tool !== "crop") || undefined}>
            {tool === "crop" ? (
              <CropBox placement={placement} scale={scale} />
            ) : (
              <EffectBoxes placement={placement} scale={scale} onWrite={setWriting} />
            )}
            {writing !== null && (
              <TextField key={writing} id={writing} placement={placement} scale={scale} onDone={() => setWriting(null)} />
            )}
          </div>
        )}
      </div>
      {isWaiting && (
        <p className={styles.waiting} role="status">
          {t("stage.loading")}
        </p>
      )}
      {tool === "crop" && <CropBar />}
    </div>
  );
}

/** Returns the size of the edited video. While it is cropped, that of the whole picture. */
function useOutputSize(): Size {
  const crop = useEditorState((state) => (state.tool === "crop" ? null : state.document.crop));
  const rotate = useEditorState((state) => state.document.rotate);
  const frame = useEditorState((state) => (state.tool === "crop" ? null : state.document.frame));
  const main = useEditorState((state) => state.sources[0]);
  return useMemo(() => {
    const { width = 16, height = 9 } = main ?? {};
    return frameLayout({ crop, rotate, frame }, { width, height }).size;
  }, [crop, rotate, frame, main]);
}

/** Returns the largest size with the aspect ratio of the edited video that fits into the stage. */
function useFittedSize(room: RefObject<HTMLElement | null>): Size {
  const output = useOutputSize();
  const [available, setAvailable] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = room.current;
    if (!element) return;
    const measure = (): void => setAvailable({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [room]);
  const isCropping = useEditorState((state) => state.tool === "crop");
  const edge = isCropping ? ROOM.cropping : available.width < ROOM.narrowBelow ? ROOM.narrow : ROOM.wide;
  const scale = Math.max(0, Math.min((available.width - 2 * edge) / output.width, (available.height - 2 * edge) / output.height));
  return { width: Math.floor(output.width * scale), height: Math.floor(output.height * scale) };
}

/** The buttons below the picture while it is cropped. */
function CropBar(): ReactNode {
  const editor = useEditor();
  const { t, direction } = useTexts();
  const isCropped = useEditorState((state) => state.document.crop !== null);
  return (
    <div className={styles.cropBar} dir={direction}>
      <span>{t("stage.cropHelp")}</span>
      <EditorButton label={t("stage.cropReset")} isDisabled={!isCropped} onPress={() => editor.setCrop(null)} />
      <EditorButton label={t("stage.cropDone")} variant="filled" onPress={() => editor.setTool("select")} />
    </div>
  );
}
