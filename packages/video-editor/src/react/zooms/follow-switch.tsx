import type { EditEffectOf } from "@stillreel/contract";
import { useId, type ReactNode } from "react";
import { canFollow, followPointer } from "../../core/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import panels from "../panels/panels.module.css";
import { Switch } from "../parts/switch.tsx";
import { useTexts } from "../texts-context.tsx";
import styles from "./zooms.module.css";

/** Lets a zoom follow the pointer of the recording. Without recorded positions it says why that is not possible. */
export function FollowSwitch({ effect }: { effect: EditEffectOf<"zoom"> }): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const id = useId();
  const pointer = useEditorState((state) => state.pointer);
  const isPossible = canFollow(pointer, effect);
  const isOn = effect.followsPointer === true;
  const reason = effect.itemId === undefined ? (pointer === null ? "pointerUnknown" : "pointerNone") : "pointerJoined";
  return (
    <div className={styles.follow}>
      <Switch
        label={t("effect.followPointer")}
        isOn={isOn}
        isDisabled={!isPossible && !isOn}
        describedBy={id}
        onChange={(next) => followPointer(editor, effect, next)}
      />
      <p id={id} className={panels.hint}>
        {isPossible ? t("effect.followPointerText") : t(`effect.${reason}`)}
      </p>
    </div>
  );
}
