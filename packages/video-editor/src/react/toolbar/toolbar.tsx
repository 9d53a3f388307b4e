import { classNames, Divider, EditorMenu, IconButton, ICON, Slider, useIsNarrow } from "@stillreel/editor/parts";
import type { EditorMenuEntry } from "@stillreel/editor/react";
import {
  IconArrowUpRight,
  IconBadgeCc,
  IconBlur,
  IconBracketsContainEnd,
  IconBracketsContainStart,
  IconCircle,
  IconCircleCheck,
  IconCircleNumber1,
  IconCrop,
  IconCut,
  IconDots,
  IconFlag,
  IconFocusCentered,
  IconFrame,
  IconHighlight,
  IconKeyboard,
  IconLine,
  IconMagnet,
  IconMessage,
  IconMinus,
  IconMusic,
  IconPencil,
  IconPhotoPlus,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlus,
  IconRestore,
  IconScissors,
  IconSquare,
  IconTrash,
  IconTypography,
  IconZoomIn,
  IconZoomScan,
} from "@tabler/icons-react";
import { useRovingFocus } from "@stillreel/ui/primitives";
import type { ReactNode } from "react";
import { clock, type FigureTool, type PanelId } from "../../core/index.ts";
import { addChapter, addEffect, editedTimes, togglePlay } from "../actions.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import { useTimelineState, useTimelineView } from "../timeline/timeline-view.ts";
import { Tool, type ToolProps } from "./tool.tsx";
import styles from "./toolbar.module.css";
import { useToolFit } from "./use-tool-fit.ts";

interface Props {
  onHelp(): void;
  onJoin(): void;
  hasWords: boolean;
  hasFrame: boolean;
}

/** The tools between stage and timeline, with the controls for playing and the zoom of the timeline. */
export function Toolbar(props: Props): ReactNode {
  const isNarrow = useIsNarrow();
  return (
    <div className={styles.bar}>
      {isNarrow ? <NarrowTools /> : <WideTools {...props} />}
      <Transport />
      {!isNarrow && <ZoomControls />}
    </div>
  );
}

/** The tools that a phone has. */
function NarrowTools(): ReactNode {
  const { t, direction } = useTexts();
  const handleKeyDown = useRovingFocus("button", "horizontal", direction);
  return (
    <div className={styles.tools} role="toolbar" tabIndex={-1} aria-label={t("toolbar.label")} onKeyDown={handleKeyDown}>
      <CutTools isNarrow />
      <CaptionsTool />
    </div>
  );
}

/** As many tools as have room, and the others in a menu. */
function WideTools(props: Props): ReactNode {
  const { t, direction } = useTexts();
  const handleKeyDown = useRovingFocus("button", "horizontal", direction);
  const tools = useDrawTools(props);
  const main = tools.filter(({ isMain }) => isMain).length;
  const { row, fit } = useToolFit(main, tools.map(({ label }) => label).join("\n"));
  const count = fit?.count ?? tools.length;
  return (
    <div
      ref={row}
      className={styles.tools}
      data-form={fit?.form ?? "keys"}
      role="toolbar"
      tabIndex={-1}
      aria-label={t("toolbar.label")}
      onKeyDown={handleKeyDown}
    >
      <CutTools isNarrow={false} />
      <Divider />
      {tools.slice(0, count).map(({ isMain: _, ...tool }) => (
        <Tool key={tool.label} {...tool} isOptional />
      ))}
      <MoreTools {...props} hidden={tools.slice(count)} />
    </div>
  );
}

function CutTools({ isNarrow }: { isNarrow: boolean }): ReactNode {
  const { t } = useTexts();
  const editor = useEditor();
  const kind = useEditorState(({ selection }) => selection?.kind ?? null);
  const isInClip = useEditorState(() => editor.shown().segment.kind === "clip");
  const labels = [t("toolbar.bringBack"), t("toolbar.delete"), t("toolbar.cut")] as const;
  const [label, icon] =
    kind === "removed"
      ? [labels[0], <IconRestore {...ICON} key="back" />]
      : kind === "effect" || kind === "chapter"
        ? [labels[1], <IconTrash {...ICON} key="delete" />]
        : [labels[2], <IconCut {...ICON} key="cut" />];
  return (
    <>
      <Tool
        label={t("toolbar.split")}
        icon={<IconScissors {...ICON} />}
        hint={isNarrow ? undefined : "S"}
        isDisabled={!isInClip}
        onPress={() => editor.split()}
      />
      <Tool
        label={t("toolbar.trimStart")}
        icon={<IconBracketsContainStart {...ICON} />}
        hint={isNarrow ? undefined : "["}
        onPress={() => editor.trimStart()}
      />
      <Tool
        label={t("toolbar.trimEnd")}
        icon={<IconBracketsContainEnd {...ICON} />}
        hint={isNarrow ? undefined : "]"}
        onPress={() => editor.trimEnd()}
      />
      <Tool
        label={label}
        labels={labels}
        icon={icon}
        hint={isNarrow ? undefined : "Backspace"}
        isDisabled={kind === null}
        onPress={() => editor.removeSelection()}
      />
    </>
  );
}

function CaptionsTool(): ReactNode {
  const { t } = useTexts();
  const panel = usePanelTool("captions");
  return <Tool label={t("toolbar.captions")} icon={<IconBadgeCc {...ICON} />} {...panel} />;
}

/** Returns whether a panel is open, and the function that opens and closes it. */
function usePanelTool(id: PanelId): Pick<ToolProps, "isPressed" | "onPress"> {
  const editor = useEditor();
  const isPressed = useEditorState(({ panel }) => panel === id);
  return { isPressed, onPress: () => editor.setPanel(isPressed ? "properties" : id) };
}

const FIGURES = [
  ["arrow", IconArrowUpRight],
  ["line", IconLine],
  ["rectangle", IconSquare],
  ["ellipse", IconCircle],
  ["pen", IconPencil],
  ["highlighter", IconHighlight],
  ["callout", IconMessage],
  ["step", IconCircleNumber1],
  ["stamp", IconCircleCheck],
  ["magnifier", IconZoomScan],
] as const satisfies readonly (readonly [FigureTool, typeof IconSquare])[];

interface DrawTool extends ToolProps {
  /** Whether it must be visible with its key. */
  isMain?: boolean;
}

/** The tools that draw on the picture and those that open a panel. With less room, the last ones are in the menu. */
function useDrawTools({ hasWords, hasFrame }: Props): DrawTool[] {
  const texts = useTexts();
  const { t } = texts;
  const editor = useEditor();
  const tool = useEditorState((state) => state.tool);
  const selected = useEditorState(({ selection, document: { effects } }) =>
    selection?.kind === "effect" ? (effects.find(({ id }) => id === selection.ids[0])?.kind ?? null) : null,
  );
  const [words, frame, captions] = [usePanelTool("words"), usePanelTool("frame"), usePanelTool("captions")];
  const effect = (kind: "blur" | "zoom" | "text"): Pick<ToolProps, "label" | "onPress"> => ({
    label: t(`toolbar.${kind}`),
    onPress: () => addEffect(editor, kind, texts),
  });
  return [
    {
      label: t("toolbar.crop"),
      icon: <IconCrop {...ICON} />,
      hint: "C",
      isPressed: tool === "crop",
      isMain: true,
      onPress: () => editor.setTool(tool === "crop" ? "select" : "crop"),
    },
    {
      ...effect("blur"),
      icon: <IconBlur {...ICON} />,
      hint: "B",
      isPressed: selected === "blur" || selected === "pixelate" || selected === "solid",
      isMain: true,
    },
    { ...effect("zoom"), icon: <IconZoomIn {...ICON} />, hint: "Z", isPressed: selected === "zoom", isMain: true },
    ...(hasWords ? [{ ...words, label: t("toolbar.words"), icon: <IconBadgeCc {...ICON} />, hint: "W", isMain: true }] : []),
    ...(hasFrame ? [{ ...frame, label: t("toolbar.frame"), icon: <IconFrame {...ICON} />, isMain: true }] : []),
    { ...captions, label: t("toolbar.captions"), icon: <IconBadgeCc {...ICON} /> },
    { label: t("toolbar.chapter"), icon: <IconFlag {...ICON} />, hint: "H", onPress: () => addChapter(editor, texts) },
    { ...effect("text"), icon: <IconTypography {...ICON} />, hint: "T", isPressed: selected === "text" },
  ];
}

/** Less frequent tools in a menu, after those that have no room beside it. */
function MoreTools({ onHelp, onJoin, hidden }: Props & { hidden: readonly ToolProps[] }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const editor = useEditor();
  const tool = useEditorState((state) => state.tool);
  const isSnapping = useEditorState((state) => state.isSnapping);
  return (
    <EditorMenu
      label={t("toolbar.more")}
      icon={<IconDots {...ICON} />}
      isIconOnly
      entries={[
        ...hidden.map(({ label, icon, hint, onPress }): EditorMenuEntry => ({
          label,
          icon,
          ...(hint !== undefined && { hint }),
          onSelect: onPress,
        })),
        ...(hidden.length > 0 ? (["divider"] as const) : []),
        { label: t("toolbar.spotlight"), icon: <IconFocusCentered {...ICON} />, onSelect: () => addEffect(editor, "spotlight", texts) },
        ...FIGURES.map(([figure, Icon]) => ({
          label: t(`figures.${figure}`),
          icon: <Icon {...ICON} />,
          isChecked: tool === figure,
          onSelect: () => editor.setTool(figure),
        })),
        "divider",
        { label: t("toolbar.sound"), icon: <IconMusic {...ICON} />, onSelect: () => editor.setPanel("sound") },
        { label: t("toolbar.join"), icon: <IconPhotoPlus {...ICON} />, onSelect: onJoin },
        "divider",
        {
          label: t("toolbar.snapping"),
          icon: <IconMagnet {...ICON} />,
          hint: "N",
          isOn: isSnapping,
          onSelect: () => editor.setSnapping(!isSnapping),
        },
        { label: t("toolbar.keys"), icon: <IconKeyboard {...ICON} />, hint: "?", onSelect: onHelp },
      ]}
    />
  );
}

function Transport(): ReactNode {
  const { t } = useTexts();
  const editor = useEditor();
  const isPlaying = useEditorState((state) => state.isPlaying);
  const label = isPlaying ? t("transport.pause") : t("transport.play");
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <div className={styles.transport} role="group" aria-label={t("transport.label")} dir="ltr">
      <IconButton label={t("transport.start")} icon={<IconPlayerSkipBack {...ICON} />} hint="Home" onPress={() => editor.seek(0)} />
      <button
        type="button"
        className={classNames(styles.play)}
        aria-label={label}
        data-tip={label}
        data-tip-always
        data-tip-key="Space"
        onClick={() => togglePlay(editor)}
      >
        <Icon size={18} aria-hidden="true" />
      </button>
      <Times />
    </div>
  );
}

/** Time of the playhead in the edited video, and its length. */
function Times(): ReactNode {
  const { t } = useTexts();
  const editor = useEditor();
  const now = useEditorState(() => clock(editedTimes(editor).now, 1));
  const length = useEditorState(() => clock(editedTimes(editor).length, 1));
  return (
    <span className={styles.times} role="timer" aria-label={t("transport.time", { now, length })}>
      <b>{now}</b> / {length}
    </span>
  );
}

const ZOOM_STEP = 0.1;

function ZoomControls(): ReactNode {
  const { t } = useTexts();
  const editor = useEditor();
  const view = useTimelineView();
  const zoom = useTimelineState(() => Math.round(view.zoom * 1_000) / 1_000);
  const zoomPart = (part: number): void => view.zoomPart(part, editor.getState().playhead);
  return (
    <div className={styles.zoom} role="group" aria-label={t("transport.zoom")} dir="ltr">
      <Divider />
      <IconButton label={t("transport.zoomOut")} icon={<IconMinus {...ICON} />} onPress={() => zoomPart(zoom - ZOOM_STEP)} />
      <Slider
        label={t("transport.zoom")}
        value={zoom}
        min={0}
        max={1}
        step={0.01}
        text={`${Math.round(zoom * 100)}%`}
        onChange={zoomPart}
      />
      <IconButton label={t("transport.zoomIn")} icon={<IconPlus {...ICON} />} onPress={() => zoomPart(zoom + ZOOM_STEP)} />
      <button type="button" className={styles.tool} onClick={() => view.fit()}>
        {t("transport.fit")}
      </button>
    </div>
  );
}
