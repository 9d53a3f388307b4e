import type { EffectPatch, VideoEditor } from "../../core/index.ts";

/** Changes a value of an effect. Changes during a drag are one undo step, which a change that is not live ends. */
export function live(editor: VideoEditor, id: string, name: string, patch: EffectPatch, isLive: boolean): void {
  editor.updateEffect(id, patch, `${name}-${id}`);
  if (!isLive) editor.settle();
}
