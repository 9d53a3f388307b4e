import { isSameList } from "@stillreel/editor/parts";
import type { ReactNode } from "react";
import { effectsAt } from "../../core/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { EffectBox } from "./effect-box.tsx";
import { FigureBox } from "./figure-box.tsx";
import type { StageBoxProps } from "./stage.types.ts";

interface Props extends StageBoxProps {
  onWrite(id: string): void;
}

/** The boxes of all effects that are visible at the playhead. A zoom is shown while it is selected or added. */
export function EffectBoxes({ placement, scale, onWrite }: Props): ReactNode {
  const editor = useEditor();
  const selected = useEditorState((state) => (state.selection?.kind === "effect" ? state.selection.ids : NOTHING), isSameList);
  const effects = useEditorState((state) => {
    const { itemId, at } = editor.shown();
    return effectsAt(state.document, { itemId, at }).filter(
      ({ id, kind }) => kind !== "zoom" || selected.includes(id) || state.tool === "zoom",
    );
  }, isSameList);
  const shared = { placement, scale };
  return effects.map((effect) =>
    effect.kind === "figure" ? (
      <FigureBox key={effect.id} effect={effect} isSelected={selected.includes(effect.id)} onWrite={onWrite} {...shared} />
    ) : (
      <EffectBox key={effect.id} effect={effect} isSelected={selected.includes(effect.id)} onWrite={onWrite} {...shared} />
    ),
  );
}

const NOTHING: readonly string[] = [];
