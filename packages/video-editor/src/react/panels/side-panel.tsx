import { useRovingFocus } from "@stillreel/ui/primitives";
import { useEffect, useId, useRef, type ReactNode } from "react";
import type { PanelId } from "../../core/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import type { VideoEditorProps } from "../video-editor.types.ts";
import { CaptionsPanel } from "./captions-panel.tsx";
import { ChaptersPanel } from "./chapters-panel.tsx";
import { ClipPanel, RangePanel, RemovedPanel } from "./clip-panel.tsx";
import { EffectPanel } from "./effect-panel.tsx";
import styles from "./panels.module.css";
import { SoundPanel } from "./sound-panel.tsx";
import { VideoPanel } from "./video-panel.tsx";

type Props = Pick<VideoEditorProps, "effectPanel" | "framePanel" | "wordsPanel" | "versionsPanel" | "captions" | "onUpload"> & {
  isNarrow: boolean;
};

/** The side panel: properties of what is selected, and tabs for the whole video. */
export function SidePanel(props: Props): ReactNode {
  const { t, direction } = useTexts();
  const editor = useEditor();
  const panel = useEditorState((state) => state.panel);
  const id = useId();
  const handleKeyDown = useRovingFocus("[role=tab]", "horizontal", direction);
  const tabs = tabsOf(props);
  const current = tabs.includes(panel) ? panel : "properties";
  const list = useRef<HTMLDivElement>(null);
  // The row of tabs scrolls when a language has longer words.
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  return (
    <aside className={styles.side} aria-label={t("panels.label")}>
      {!props.isNarrow && (
        <div ref={list} className={styles.tabs} role="tablist" tabIndex={-1} aria-label={t("panels.label")} onKeyDown={handleKeyDown}>
          {tabs.map((tab) => (
            <button
              key={tab}
              type="button"
              role="tab"
              className={styles.tab}
              id={`${id}-${tab}`}
              aria-selected={tab === current}
              aria-controls={`${id}-panel`}
              tabIndex={tab === current ? 0 : -1}
              onFocus={() => editor.setPanel(tab)}
              onClick={() => editor.setPanel(tab)}
            >
              {t(`panels.tabs.${tab}`)}
            </button>
          ))}
        </div>
      )}
      <div className={styles.body} role="tabpanel" id={`${id}-panel`} aria-labelledby={props.isNarrow ? undefined : `${id}-${current}`}>
        <Content panel={current} {...props} />
      </div>
    </aside>
  );
}

const tabsOf = ({ wordsPanel, framePanel, versionsPanel }: Props): PanelId[] => [
  "properties",
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
      return <CaptionsPanel captions={props.captions} />;
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
function Properties({ effectPanel, onUpload }: Props): ReactNode {
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
      return <VideoPanel onUpload={onUpload} />;
  }
}
