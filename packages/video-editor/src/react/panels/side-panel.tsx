import { useRovingFocus, useScrollEdges } from "@stillreel/ui/primitives";
import { useEffect, useId, useMemo, useRef, type ReactNode, type WheelEvent } from "react";
import type { PanelId } from "../../core/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import { effectLanes, isEffectLane, nearestEffect, type EffectLane } from "../timeline/lanes.ts";
import type { VideoEditorProps } from "../video-editor.types.ts";
import { CaptionsPanel } from "./captions-panel.tsx";
import { ChaptersPanel } from "./chapters-panel.tsx";
import { ClipPanel, RangePanel, RemovedPanel } from "./clip-panel.tsx";
import { EffectPanel } from "./effect-panel.tsx";
import styles from "./panels.module.css";
import { SoundPanel } from "./sound-panel.tsx";
import { VideoPanel } from "./video-panel.tsx";

type Props = Pick<
  VideoEditorProps,
  "effectPanel" | "framePanel" | "wordsPanel" | "versionsPanel" | "captions" | "onAddLanguage" | "onUpload" | "onChoosePicture"
> & {
  isNarrow: boolean;
};

/** A tab: a panel of the whole video, or the effects of one kind. */
type TabId = PanelId | EffectLane;

/** The side panel: properties of what is selected, and tabs for the whole video. */
export function SidePanel(props: Props): ReactNode {
  const { t } = useTexts();
  const panel = useEditorState((state) => state.panel);
  const id = useId();
  const tabs = useTabs(props);
  const shown = (panelsOf(props) as readonly PanelId[]).includes(panel) ? panel : "properties";
  return (
    <aside className={styles.side} aria-label={t("panels.label")}>
      {!props.isNarrow && <Tabs id={id} {...tabs} current={shown === "properties" ? tabs.properties : shown} />}
      <div className={styles.body} role="tabpanel" id={`${id}-panel`} aria-labelledby={props.isNarrow ? undefined : `${id}-current`}>
        <Content panel={shown} {...props} />
      </div>
    </aside>
  );
}

interface TabsProps {
  id: string;
  tabs: readonly { tab: TabId; label: string; count: number }[];
  current: TabId;
}

function Tabs({ id, tabs, current }: TabsProps): ReactNode {
  const { t, direction } = useTexts();
  const open = useOpenTab();
  const list = useRef<HTMLDivElement>(null);
  const handleKeyDown = useRovingFocus("[role=tab]", "horizontal", direction);
  // The row of tabs scrolls when a language has longer words.
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  useScrollEdges(list, tabs.map(({ tab }) => tab).join(" "));
  return (
    <div className={styles.bar}>
      <div
        ref={list}
        className={styles.tabs}
        role="tablist"
        tabIndex={-1}
        aria-label={t("panels.label")}
        onKeyDown={handleKeyDown}
        onWheel={scrollSideways}
      >
        {tabs.map(({ tab, label, count }) => {
          const isCurrent = tab === current;
          return (
            <button
              key={tab}
              type="button"
              role="tab"
              className={styles.tab}
              id={isCurrent ? `${id}-current` : undefined}
              aria-selected={isCurrent}
              aria-controls={`${id}-panel`}
              tabIndex={isCurrent ? 0 : -1}
              onFocus={() => !isCurrent && open(tab)}
              onClick={() => !isCurrent && open(tab)}
            >
              {label} {isCurrent && count > 0 && <span className={styles.count}>{count}</span>}
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** Scrolls a row with a wheel that only turns up and down. Nothing around the tabs scrolls. */
function scrollSideways({ currentTarget, deltaX, deltaY }: WheelEvent<HTMLElement>): void {
  if (deltaX === 0) currentTarget.scrollLeft += currentTarget.matches(":dir(rtl)") ? -deltaY : deltaY;
}

/** Returns the tabs of the video, one for each kind of effect that it has, and the one that shows properties now. */
function useTabs(props: Props): Pick<TabsProps, "tabs"> & { properties: TabId } {
  const { t } = useTexts();
  const effects = useEditorState((state) => state.document.effects);
  const timeline = useEditorState((state) => state.timeline);
  const selection = useEditorState((state) => (state.tool === "crop" ? null : state.selection));
  const lanes = useMemo(() => effectLanes({ effects }, timeline), [effects, timeline]);
  const selected = selection?.kind === "effect" ? selection.ids[0] : undefined;
  const own = lanes.find(({ bars }) => bars.some(({ effect }) => effect.id === selected));
  return {
    tabs: [
      { tab: "properties", label: t("timeline.lanes.video"), count: 0 },
      ...lanes.map(({ lane, bars }) => ({ tab: lane, label: t(`timeline.lanes.${lane}`), count: bars.length })),
      ...panelsOf(props).map((tab) => ({ tab, label: t(`panels.tabs.${tab}`), count: 0 })),
    ],
    properties: own?.lane ?? (selection?.kind === "chapter" ? "chapters" : "properties"),
  };
}

/** Returns the function that opens a tab. The tab of a kind of effect selects the one at the playhead, or the nearest. */
function useOpenTab(): (tab: TabId) => void {
  const editor = useEditor();
  return (tab) => {
    const { selection } = editor.getState();
    if (isEffectLane(tab)) {
      const id = nearestEffect(editor.getState(), tab);
      if (id !== null) editor.select({ kind: "effect", ids: [id] });
    } else if (tab === "properties" && (selection?.kind === "effect" || selection?.kind === "chapter")) editor.select(null);
    editor.setPanel(isEffectLane(tab) ? "properties" : tab);
  };
}

type SharedPanel = Exclude<PanelId, "properties">;

const panelsOf = ({ wordsPanel, framePanel, versionsPanel }: Props): SharedPanel[] => [
  ...(wordsPanel === undefined ? [] : (["words"] as const)),
  "captions",
  "chapters",
  "sound",
  ...(framePanel === undefined ? [] : (["frame"] as const)),
  ...(versionsPanel === undefined ? [] : (["versions"] as const)),
];

function Content({ panel, ...props }: Props & { panel: PanelId }): ReactNode {
  switch (panel) {
    case "properties":
      return <Properties {...props} />;
    case "captions":
      return <CaptionsPanel captions={props.captions} {...(props.onAddLanguage && { onAddLanguage: props.onAddLanguage })} />;
    case "chapters":
      return <ChaptersPanel />;
    case "sound":
      return <SoundPanel onUpload={props.onUpload} />;
    case "words":
      return props.wordsPanel;
    case "frame":
      return props.framePanel;
    case "versions":
      return props.versionsPanel;
  }
}

/** Controls of what is selected, or of the whole video. */
function Properties({ effectPanel, onUpload, onChoosePicture }: Props): ReactNode {
  // The crop belongs to the whole video.
  const selection = useEditorState((state) => (state.tool === "crop" ? null : state.selection));
  switch (selection?.kind) {
    case "clip":
      return <ClipPanel indexes={selection.indexes} />;
    case "removed":
      return <RemovedPanel start={selection.start} end={selection.end} />;
    case "range":
      return <RangePanel from={selection.from} to={selection.to} />;
    case "effect":
      return <EffectPanel id={selection.ids[0] ?? ""}>{effectPanel}</EffectPanel>;
    case "chapter":
      return <ChaptersPanel />;
    default:
      return <VideoPanel onUpload={onUpload} {...(onChoosePicture && { onChoosePicture })} />;
  }
}
