import type { ReactNode } from "react";
import { Keycap } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TOOLS } from "../rail/tools.ts";
import type { EditorTextKey } from "../texts.ts";
import { useTexts } from "../texts-context.tsx";
import { keyHint } from "./key-names.ts";
import styles from "./keys-dialog.module.css";

interface Line {
  key: EditorTextKey;
  /** Equivalent chords. */
  chords: readonly string[];
}

const GROUPS: readonly { title: EditorTextKey; lines: readonly Line[] }[] = [
  {
    title: "keys.draw",
    lines: [
      { key: "keys.place", chords: ["Enter"] },
      { key: "keys.next", chords: ["J", "K"] },
      { key: "keys.move", chords: ["← ↑ → ↓"] },
      { key: "keys.moveMore", chords: ["shift+← ↑ → ↓"] },
      { key: "keys.resize", chords: ["alt+← ↑ → ↓"] },
      { key: "keys.turn", chords: [",", "."] },
      { key: "keys.write", chords: ["Enter"] },
      { key: "keys.none", chords: ["Esc"] },
    ],
  },
  {
    title: "keys.edit",
    lines: [
      { key: "keys.undo", chords: ["mod+Z"] },
      { key: "keys.redo", chords: ["mod+shift+Z"] },
      { key: "keys.copyPicture", chords: ["mod+C"] },
      { key: "keys.paste", chords: ["mod+V"] },
      { key: "keys.duplicate", chords: ["mod+D"] },
      { key: "keys.selectAll", chords: ["mod+A"] },
      { key: "keys.delete", chords: ["Delete"] },
      { key: "keys.order", chords: ["[", "]"] },
      { key: "keys.opacity", chords: ["1 … 9, 0"] },
      { key: "keys.save", chords: ["mod+S"] },
    ],
  },
  {
    title: "keys.look",
    lines: [
      { key: "keys.zoom", chords: ["mod++", "mod+-"] },
      { key: "keys.fit", chords: ["mod+0", "mod+1"] },
      { key: "keys.pan", chords: ["Space"] },
      { key: "keys.constrain", chords: ["shift"] },
      { key: "keys.duplicateDrag", chords: ["alt"] },
      { key: "keys.noSnap", chords: ["mod"] },
      { key: "keys.show", chords: ["?"] },
    ],
  },
];

/** Lists all keys of the editor. */
export function KeysDialog({ onClose }: { onClose(): void }): ReactNode {
  const { t } = useTexts();
  return (
    <Dialog title={t("keys.title")} onClose={onClose}>
      <div className={styles.groups}>
        <Group title={t("keys.tools")} isWide lines={TOOLS.map(({ id, key }) => ({ text: t(`tools.${id}`), chords: [key] }))} />
        {GROUPS.map(({ title, lines }) => (
          <Group key={title} title={t(title)} lines={lines.map(({ key, chords }) => ({ text: t(key), chords }))} />
        ))}
      </div>
    </Dialog>
  );
}

interface GroupProps {
  title: string;
  isWide?: boolean;
  lines: readonly { text: string; chords: readonly string[] }[];
}

function Group({ title, lines, isWide = false }: GroupProps): ReactNode {
  return (
    <section className={styles.group} data-wide={isWide || undefined}>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.lines}>
        {lines.map(({ text, chords }) => (
          <div key={text} className={styles.line}>
            <dt>{text}</dt>
            <dd>
              {chords.map((chord) => (
                <Keycap key={chord}>{keyHint(chord)}</Keycap>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
