import { STILL_MAX_S, type EditClip } from "@stillreel/contract";
import { EditorButton, IconButton, ICON } from "@stillreel/editor/parts";
import { IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { clock, type ClipSettings } from "../../core/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import { RangeField, TimeField } from "./fields.tsx";
import styles from "./panels.module.css";

/** Sliders of the speed are logarithmic, so that half and double speed have the same distance from 1. */
const SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;
const FADE_MAX_S = 5;

/** Controls of the selected clips: times, speed, volume and fades. */
export function ClipPanel({ indexes }: { indexes: readonly number[] }): ReactNode {
  const { t } = useTexts();
  const editor = useEditor();
  const clips = useEditorState((state) => state.document.clips);
  const index = indexes[0] ?? 0;
  const clip = clips[index];
  if (!clip) return null;
  const source = editor.sourceOf(clip.itemId);
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          {indexes.length > 1 ? t("panels.clips", { count: indexes.length }) : t("panels.clip", { number: index + 1 })}
        </h2>
        <IconButton label={t("panels.deleteClip")} icon={<IconTrash {...ICON} />} hint="⌫" onPress={() => editor.removeSelection()} />
      </div>
      {clip.itemId !== undefined && source && (
        <p className={styles.hint}>
          <bdi>{source.title}</bdi>
        </p>
      )}
      <ClipFields indexes={indexes} clip={clip} />
    </section>
  );
}

function ClipFields({ indexes, clip }: { indexes: readonly number[]; clip: EditClip }): ReactNode {
  const { t } = useTexts();
  const editor = useEditor();
  const { speed = 1, volume = 1 } = clip;
  const index = indexes[0] ?? 0;
  const source = editor.sourceOf(clip.itemId);
  const set = (settings: ClipSettings): void =>
    editor.setClips(indexes, settings, `clip:${Object.keys(settings).join(",")}:${indexes.join(",")}`);
  return (
    <>
      {source?.type === "image" ? (
        <TimeField
          label={t("panels.shownFor")}
          value={clip.end - clip.start}
          min={0.1}
          max={STILL_MAX_S}
          onChange={(seconds) => editor.setClips([index], { end: clip.start + seconds })}
        />
      ) : (
        <>
          <ClipTimes index={index} start={clip.start} end={clip.end} length={editor.lengthOf(clip.itemId)} />
          <RangeField
            label={t("panels.speed")}
            value={Math.max(
              0,
              SPEEDS.findLastIndex((one) => one <= speed),
            )}
            min={0}
            max={SPEEDS.length - 1}
            step={1}
            text={t("panels.speedValue", { value: speed })}
            onChange={(step) => set({ speed: SPEEDS[step] ?? 1 })}
          />
        </>
      )}
      {source?.hasSound === true && <VolumeFields volume={volume} onChange={(value) => set({ volume: value })} />}
      {(["fadeIn", "fadeOut"] as const).map((fade) => (
        <RangeField
          key={fade}
          label={t(`panels.${fade}`)}
          value={clip[fade] ?? 0}
          min={0}
          max={FADE_MAX_S}
          step={0.1}
          text={t("panels.seconds", { value: (clip[fade] ?? 0).toFixed(1) })}
          onChange={(value) => set({ [fade]: value })}
        />
      ))}
    </>
  );
}

function ClipTimes({ index, start, end, length }: { index: number; start: number; end: number; length: number }): ReactNode {
  const { t } = useTexts();
  const editor = useEditor();
  const move = (edge: "start" | "end", at: number): void => {
    editor.settle();
    editor.moveEdge(index, edge, at);
    editor.settle();
  };
  return (
    <div className={styles.pair}>
      <TimeField label={t("panels.from")} value={start} min={0} max={end} onChange={(at) => move("start", at)} />
      <TimeField label={t("panels.to")} value={end} min={start} max={length} onChange={(at) => move("end", at)} />
    </div>
  );
}

/** Volume from 0 to 200 percent, with mute. */
export function VolumeFields({ volume, onChange }: { volume: number; onChange: (volume: number) => void }): ReactNode {
  const { t } = useTexts();
  return (
    <>
      <RangeField
        label={t("panels.volume")}
        value={Math.round(volume * 100)}
        min={0}
        max={200}
        step={5}
        text={t("panels.percent", { value: Math.round(volume * 100) })}
        onChange={(percent) => onChange(percent / 100)}
      />
      <label className={styles.switch}>
        {t("panels.mute")}
        <input type="checkbox" checked={volume === 0} onChange={(event) => onChange(event.target.checked ? 0 : 1)} />
      </label>
    </>
  );
}

/** Explains a removed part and brings it back. */
export function RemovedPanel({ start, end }: { start: number; end: number }): ReactNode {
  const { t } = useTexts();
  const editor = useEditor();
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{t("panels.removed")}</h2>
      <p className={styles.hint}>{t("panels.removedText", { length: clock(end - start, 1) })}</p>
      <EditorButton label={t("panels.bringBack")} variant="default" hint="⌫" onPress={() => editor.bringBack([{ from: start, to: end }])} />
    </section>
  );
}

/** The selected range with a button that removes its content. */
export function RangePanel({ from, to }: { from: number; to: number }): ReactNode {
  const { t } = useTexts();
  const editor = useEditor();
  const duration = useEditorState((state) => state.timeline.duration);
  const select = (range: { from: number; to: number }): void => editor.select({ kind: "range", ...range });
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{t("panels.range")}</h2>
      <div className={styles.pair}>
        <TimeField label={t("panels.from")} value={from} min={0} max={to} onChange={(at) => at < to && select({ from: at, to })} />
        <TimeField label={t("panels.to")} value={to} min={from} max={duration} onChange={(at) => at > from && select({ from, to: at })} />
      </div>
      <EditorButton label={t("toolbar.cut")} variant="default" hint="⌫" onPress={() => editor.removeSelection()} />
    </section>
  );
}
