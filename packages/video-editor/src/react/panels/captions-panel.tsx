import { EditorButton, ICON } from "@stillreel/editor/parts";
import { IconPlus } from "@tabler/icons-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { clock, shownAt, timeOf } from "../../core/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import type { CaptionTrackProps, VideoEditorProps } from "../video-editor.types.ts";
import { Segments } from "./fields.tsx";
import styles from "./panels.module.css";

type Props = Pick<VideoEditorProps, "captions" | "onAddLanguage">;

/** Texts of the captions. They are stored without rendering the video. */
export function CaptionsPanel({ captions, onAddLanguage }: Props): ReactNode {
  const { t } = useTexts();
  const [language, setLanguage] = useState(captions[0]?.language ?? "");
  const known = useRef(captions.length);
  // New captions are what the user wants to see next.
  useEffect(() => {
    const added = captions.length > known.current ? captions.at(-1) : undefined;
    known.current = captions.length;
    if (added) setLanguage(added.language);
  }, [captions]);
  const track = captions.find((one) => one.language === language) ?? captions[0];
  return (
    <section className={styles.section}>
      {captions.length > 1 && (
        <Segments
          label={t("captions.language")}
          value={track?.language ?? ""}
          options={captions.map((one) => ({ value: one.language, label: one.label }))}
          onChange={setLanguage}
        />
      )}
      {!track && <p className={styles.hint}>{t("captions.empty")}</p>}
      {onAddLanguage && <EditorButton label={t("captions.add")} icon={<IconPlus {...ICON} />} variant="default" onPress={onAddLanguage} />}
      {track && <Track key={track.language} track={track} />}
    </section>
  );
}

function Track({ track }: { track: CaptionTrackProps }): ReactNode {
  const { t } = useTexts();
  const editor = useEditor();
  const timeline = useEditorState((state) => state.timeline);
  const now = useEditorState((state) => {
    const { itemId, at } = shownAt(state.timeline, state.playhead);
    return track.cues.findIndex((cue) => cue.itemId === itemId && at >= cue.from && at < cue.to);
  });
  const [texts, setTexts] = useState<ReadonlyMap<number, string>>(new Map());
  const [isSaving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    if (await track.onSave(texts)) setTexts(new Map());
    setSaving(false);
  };
  const times = track.cues.map((cue) => ({ cue, time: timeOf(timeline, { itemId: cue.itemId, at: cue.from }) ?? cue.from }));
  return (
    <>
      <ol className={styles.list}>
        {times.map(({ cue, time }, index) => (
          <li key={index} className={styles.entry} data-wide>
            <button type="button" className={styles.time} data-now={index === now || undefined} onClick={() => editor.seek(time)}>
              {clock(time)}
            </button>
            <textarea
              className={styles.input}
              dir="auto"
              rows={2}
              value={texts.get(index) ?? cue.text}
              aria-label={t("captions.text", { time: clock(time) })}
              onChange={(event) => setTexts(new Map(texts).set(index, event.target.value))}
            />
          </li>
        ))}
      </ol>
      <p className={styles.hint}>{t("captions.saved")}</p>
      <EditorButton
        label={t("captions.save")}
        variant="default"
        isDisabled={texts.size === 0}
        isBusy={isSaving}
        onPress={() => void save()}
      />
    </>
  );
}
