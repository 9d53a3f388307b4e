import { Dialog, Keycap, keyHint } from "@stillreel/editor/parts";
import type { ReactNode } from "react";
import { useTexts } from "../texts-context.tsx";
import type { VideoEditorTextKey } from "../texts.ts";
import styles from "./keys-dialog.module.css";

type Row = readonly [name: VideoEditorTextKey, ...keys: string[]];

const PLAYING: readonly Row[] = [
  ["keys.play", "Space"],
  ["keys.through", keyHint("alt+Space")],
  ["keys.jkl", "J", "K", "L"],
  ["keys.frame", ",", "."],
  ["keys.second", "←", "→"],
  ["keys.cuts", "↑", "↓"],
  ["keys.ends", "Home", "End"],
  ["keys.range", keyHint("shift+←"), keyHint("shift+→")],
  ["keys.zoom", keyHint("mod+-"), keyHint("mod+=")],
  ["keys.fit", keyHint("mod+0")],
];
const EDITING: readonly Row[] = [
  ["keys.split", "S"],
  ["keys.trim", "[", "]"],
  ["keys.remove", "⌫"],
  ["keys.move", keyHint("alt+←"), keyHint("alt+→")],
  ["keys.resize", keyHint("alt+shift+←"), keyHint("alt+shift+→")],
  ["keys.tools", "C", "B", "T", "Z"],
  ["keys.chapter", "H"],
  ["toolbar.words", "W"],
  ["keys.duplicate", keyHint("mod+D")],
  ["keys.snapping", "N"],
  ["keys.undo", keyHint("mod+Z"), keyHint("mod+shift+Z")],
  ["keys.save", keyHint("mod+S")],
];

/** All shortcuts of the editor. */
export function KeysDialog({ onClose }: { onClose(): void }): ReactNode {
  const { t } = useTexts();
  return (
    <Dialog title={t("keys.title")} onClose={onClose}>
      <div className={styles.columns}>
        <Group title={t("keys.playing")} rows={PLAYING} />
        <Group title={t("keys.editing")} rows={EDITING} />
      </div>
    </Dialog>
  );
}

function Group({ title, rows }: { title: string; rows: readonly Row[] }): ReactNode {
  const { t } = useTexts();
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.rows}>
        {rows.map(([name, ...keys]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>
              {keys.map((key) => (
                <Keycap key={key}>{key}</Keycap>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
