import { IconButton, ICON } from "@stillreel/editor/parts";
import { IconCopy, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { effectName, effectNumber } from "../timeline/effect-names.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import { TimeField } from "./fields.tsx";
import styles from "./panels.module.css";

/** Name, times and removal of the selected effect, above the controls of its kind. */
export function EffectPanel({ id, children }: { id: string; children: ReactNode }): ReactNode {
  const { t } = useTexts();
  const editor = useEditor();
  const effects = useEditorState((state) => state.document.effects);
  const effect = effects.find((one) => one.id === id);
  if (!effect) return null;
  const move = (from: number, to: number): void => editor.moveEffect(id, { from, to });
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          <bdi>{effectName(t, effect, effectNumber(effects, effect))}</bdi>
        </h2>
        <IconButton label={t("menu.duplicate")} icon={<IconCopy {...ICON} />} hint="⌘D" onPress={() => editor.duplicateEffect(id)} />
        <IconButton label={t("panels.deleteEffect")} icon={<IconTrash {...ICON} />} hint="⌫" onPress={() => editor.removeEffects([id])} />
      </div>
      {children}
      <div className={styles.pair}>
        <TimeField label={t("panels.from")} value={effect.start} min={0} max={effect.end} onChange={(at) => move(at, effect.end)} />
        <TimeField
          label={t("panels.to")}
          value={effect.end}
          min={effect.start}
          max={editor.lengthOf(effect.itemId)}
          onChange={(at) => move(effect.start, at)}
        />
      </div>
    </section>
  );
}
