import type { EditEffect } from "@stillreel/contract";
import { EditorButton, SMALL_ICON } from "@stillreel/editor/parts";
import { IconPlayerPlayFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { timeOf, type VideoEditor } from "../../core/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import { CoverControls } from "./cover-controls.tsx";
import styles from "./effects.module.css";
import { FigureControls } from "./figure-controls.tsx";
import { LightControls } from "./light-controls.tsx";
import { Positions } from "./positions.tsx";
import { TextControls } from "./text-controls.tsx";
import { ZoomControls } from "./zoom-controls.tsx";

/** Controls of the selected effect besides its name and its times. Nothing without one. */
export function EffectControls(): ReactNode {
  const effect = useEditorState(({ selection, document: { effects } }) =>
    selection?.kind === "effect" && selection.ids.length === 1 ? effects.find(({ id }) => id === selection.ids[0]) : undefined,
  );
  return effect ? <Controls key={effect.id} effect={effect} /> : null;
}

function Controls({ effect }: { effect: EditEffect }): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const isCover = effect.kind === "blur" || effect.kind === "pixelate" || effect.kind === "solid";
  return (
    <div className={styles.controls}>
      {isCover && <CoverControls effect={effect} />}
      {effect.kind === "text" && <TextControls effect={effect} />}
      {effect.kind === "spotlight" && <LightControls effect={effect} />}
      {effect.kind === "zoom" && <ZoomControls effect={effect} />}
      {effect.kind === "figure" && <FigureControls effect={effect} />}
      {effect.kind !== "figure" && !(effect.kind === "zoom" && effect.followsPointer) && <Positions effect={effect} />}
      {isCover && (
        <p className={styles.note}>
          <b>{t("effect.burned")}</b> {t("effect.burnedText")}
        </p>
      )}
      <div>
        <EditorButton
          label={t("effect.play")}
          icon={<IconPlayerPlayFilled {...SMALL_ICON} />}
          variant="default"
          onPress={() => playEffect(editor, effect)}
        />
      </div>
    </div>
  );
}

/** Plays the video from the start of an effect on, if a clip shows it. */
function playEffect(editor: VideoEditor, { itemId, start }: EditEffect): void {
  const { timeline, playhead } = editor.getState();
  const time = timeOf(timeline, { itemId, at: start }, playhead);
  if (time === null) return;
  editor.seek(time);
  editor.play();
}
