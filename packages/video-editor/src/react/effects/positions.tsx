import { EditorButton, IconButton, SMALL_ICON } from "@stillreel/editor/parts";
import { IconX } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { boxAt, type BoxEffect, clock, keysOf, timeOf, type VideoEditor } from "../../core/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { Switch } from "../parts/switch.tsx";
import { useTexts } from "../texts-context.tsx";
import styles from "./effects.module.css";
import { type FollowOutcome, useFollow } from "./use-follow.ts";

/** Positions that are listed before the others are requested. */
const SHORT = 6;
/** Half a frame at 60 frames per second. */
const SAME_S = 0.009;

function seekTo(editor: VideoEditor, { itemId }: BoxEffect, at: number): void {
  const { timeline, playhead } = editor.getState();
  const time = timeOf(timeline, { itemId, at }, playhead);
  if (time !== null) editor.seek(time);
}

/** The positions of a moving box: found by following its content, or set by hand. */
export function Positions({ effect }: { effect: BoxEffect }): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const { outcome, start, cancel, stop } = useFollow(effect);
  const now = useEditorState(() => editor.shown().at);
  const isShown = useEditorState(() => editor.shown().itemId === effect.itemId && now >= effect.start && now < effect.end);
  const [isWhole, setWhole] = useState(false);
  const keys = keysOf(effect);
  const isRunning = outcome?.kind === "running";
  const listed = isWhole ? keys : keys.slice(0, SHORT);
  return (
    <div className={styles.group}>
      {effect.kind !== "zoom" && (
        <Switch label={t("effect.follow")} isOn={isRunning || keys.length > 1} onChange={(isOn) => (isOn ? start() : stop())} />
      )}
      <Outcome outcome={outcome} onCancel={cancel} />
      {keys.length > 0 && !isRunning && (
        <>
          <span className={styles.label}>{t("effect.positions")}</span>
          <ul className={styles.keys}>
            {listed.map(({ at }) => (
              <li key={at}>
                <button type="button" aria-current={Math.abs(at - now) < SAME_S} onClick={() => seekTo(editor, effect, at)}>
                  {t("effect.position", { time: clock(at, 1) })}
                </button>
                <IconButton
                  label={t("effect.removePosition", { time: clock(at, 1) })}
                  icon={<IconX {...SMALL_ICON} />}
                  onPress={() => editor.removeKey(effect.id, at)}
                />
              </li>
            ))}
          </ul>
          {keys.length > listed.length && (
            <EditorButton label={t("effect.morePositions", { count: keys.length - listed.length })} onPress={() => setWhole(true)} />
          )}
        </>
      )}
      {isShown && !isRunning && !keys.some(({ at }) => Math.abs(at - now) < SAME_S) && (
        <EditorButton
          label={t("effect.addPosition", { time: clock(now, 1) })}
          variant="default"
          onPress={() => editor.setKey(effect.id, now, boxAt(effect, now))}
        />
      )}
    </div>
  );
}

/** What following did, or how far it is. */
function Outcome({ outcome, onCancel }: { outcome: FollowOutcome; onCancel(): void }): ReactNode {
  const { t } = useTexts();
  if (outcome?.kind === "running") {
    const percent = Math.round(outcome.part * 100);
    return (
      <div className={styles.group}>
        <div className={styles.row}>
          <span style={{ flex: 1 }}>{t("effect.following", { percent })}</span>
          <EditorButton label={t("effect.cancel")} onPress={onCancel} />
        </div>
        <div
          className={styles.progress}
          role="progressbar"
          aria-label={t("effect.follow")}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ width: `${percent}%` }} />
        </div>
      </div>
    );
  }
  const isWarning = outcome !== null && outcome.kind !== "followed";
  return (
    <p className={styles.outcome} role="status" data-warning={isWarning || undefined} hidden={outcome === null}>
      {outcome?.kind === "followed" && t("effect.followed")}
      {outcome?.kind === "lost" && t("effect.lost", { from: clock(outcome.from, 1), to: clock(outcome.to, 1) })}
      {outcome?.kind === "plain" && t("effect.plain")}
      {outcome?.kind === "unreadable" && t("effect.unreadable")}
    </p>
  );
}
