import { EditorButton, IconButton, ICON } from "@stillreel/editor/parts";
import { IconMusic, IconTrash } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import type { VideoEditorProps } from "../video-editor.types.ts";
import { VolumeFields } from "./clip-panel.tsx";
import { RangeField, Segments, TimeField, useFilePicker } from "./fields.tsx";
import styles from "./panels.module.css";

const FADE_MAX_S = 10;
const SOUNDS = "audio/mpeg,audio/mp4,audio/x-m4a,audio/wav,audio/ogg,.mp3,.m4a,.wav,.ogg";

/** Volume of the video's own sound, and an added sound. */
export function SoundPanel({ onUpload }: Pick<VideoEditorProps, "onUpload">): ReactNode {
  const { t } = useTexts();
  const editor = useEditor();
  const volume = useEditorState((state) => state.document.volume);
  return (
    <>
      <section className={styles.section}>
        <h2 className={styles.title}>{t("sound.own")}</h2>
        <VolumeFields volume={volume} onChange={(value) => editor.setVolume(value, "volume")} />
      </section>
      <AddedSound onUpload={onUpload} />
    </>
  );
}

function AddedSound({ onUpload }: Pick<VideoEditorProps, "onUpload">): ReactNode {
  const { t } = useTexts();
  const editor = useEditor();
  const audio = useEditorState((state) => state.document.audio);
  const name = useEditorState(({ assets }) => assets.find(({ id }) => id === audio?.assetId)?.name ?? "");
  const [isBusy, setBusy] = useState(false);
  const picker = useFilePicker(SOUNDS, (file) => {
    setBusy(true);
    void onUpload(file)
      .then((asset) => {
        if (!asset) return;
        editor.addAsset(asset);
        editor.setAudio({ assetId: asset.id, mode: "add", volume: 1, at: 0, fadeIn: 0, fadeOut: 0 });
      })
      .finally(() => setBusy(false));
  });
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          <bdi>{audio ? name || t("sound.added") : t("sound.added")}</bdi>
        </h2>
        {audio && <IconButton label={t("sound.remove")} icon={<IconTrash {...ICON} />} onPress={() => editor.setAudio(null)} />}
      </div>
      {audio ? (
        <SoundFields audio={audio} />
      ) : (
        <>
          <p className={styles.hint}>{t("sound.none")}</p>
          <EditorButton label={t("sound.upload")} icon={<IconMusic {...ICON} />} variant="default" isBusy={isBusy} onPress={picker.open} />
        </>
      )}
      {picker.input}
    </section>
  );
}

type Audio = NonNullable<ReturnType<ReturnType<typeof useEditor>["getState"]>["document"]["audio"]>;

function SoundFields({ audio }: { audio: Audio }): ReactNode {
  const { t } = useTexts();
  const editor = useEditor();
  const length = useEditorState(({ timeline }) => timeline.map.duration);
  const set = (patch: Partial<Audio>, key?: string): void => editor.setAudio({ ...audio, ...patch }, key);
  return (
    <>
      <Segments
        label={t("sound.mode")}
        value={audio.mode}
        options={[
          { value: "add", label: t("sound.addShort") },
          { value: "replace", label: t("sound.replaceShort") },
        ]}
        onChange={(mode) => set({ mode })}
      />
      <p className={styles.hint}>{t(`sound.${audio.mode}`)}</p>
      <VolumeFields volume={audio.volume} onChange={(volume) => set({ volume }, "audio:volume")} />
      <TimeField label={t("sound.startsAt")} value={audio.at} min={0} max={length} onChange={(at) => set({ at })} />
      {(["fadeIn", "fadeOut"] as const).map((fade) => (
        <RangeField
          key={fade}
          label={t(`panels.${fade}`)}
          value={audio[fade]}
          min={0}
          max={FADE_MAX_S}
          step={0.5}
          text={t("panels.seconds", { value: audio[fade].toFixed(1) })}
          onChange={(value) => set({ [fade]: value }, `audio:${fade}`)}
        />
      ))}
    </>
  );
}
