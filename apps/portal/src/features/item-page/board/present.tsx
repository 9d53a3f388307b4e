import { IconArrowLeft, IconArrowRight, IconFlare, IconX } from "@tabler/icons-react";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./board.module.css";
import { chooseTool, fit } from "./stage-actions.ts";
import type { Stage } from "./stage-store.ts";
import { useStageState } from "./use-stage.ts";

/** Returns the frames in the order of their names, those without a name in reading order. */
const framesOf = ({ api }: Stage) =>
  api
    .getSceneElements()
    .filter(({ type }) => type === "frame")
    .toSorted((a, b) => {
      const names = [a, b].map((one) => (one.type === "frame" ? (one.name ?? "") : ""));
      return (names[0] ?? "").localeCompare(names[1] ?? "", "en", { numeric: true }) || a.y - b.y || a.x - b.x;
    });

/** Shows the frames one after another in full screen. Arrow keys step, Escape ends. */
export function Present({ stage, onClose }: { stage: Stage; onClose: () => void }): ReactNode {
  const { t } = useTranslation("boards");
  const [position, setPosition] = useState(0);
  const tool = useStageState(stage, (state) => state.tool);
  const frames = framesOf(stage);
  const count = Math.max(1, frames.length);
  const shown = frames[Math.min(position, count - 1)];
  const step = useCallback((by: number) => setPosition((now) => Math.min(count - 1, Math.max(0, now + by))), [count]);
  useFullScreen(onClose);
  useEffect(() => {
    fit(stage, shown && [shown]);
  }, [stage, shown?.id]); // oxlint-disable-line react/exhaustive-deps -- changes of the frame must not move the view
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const by = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 }[event.key];
      if (event.key === "Escape") onClose();
      else if (by) step(by);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("keydown", onKey, { capture: true });
    return () => document.removeEventListener("keydown", onKey, { capture: true });
  }, [step, onClose]);
  const toggleLaser = (): void => chooseTool(stage, tool === "laser" ? "hand" : "laser");
  return (
    <div className={styles.present} role="toolbar" aria-label={t("top.present")}>
      <button type="button" aria-label={t("present.previous")} disabled={position === 0} onClick={() => step(-1)}>
        <IconArrowLeft className={styles.mirrored} size={18} stroke={1.7} aria-hidden="true" />
      </button>
      <span role="status">{frames.length === 0 ? t("present.whole") : t("present.position", { position: position + 1, count })}</span>
      <button type="button" aria-label={t("present.next")} disabled={position >= count - 1} onClick={() => step(1)}>
        <IconArrowRight className={styles.mirrored} size={18} stroke={1.7} aria-hidden="true" />
      </button>
      <button type="button" aria-label={t("present.laser")} aria-pressed={tool === "laser"} onClick={toggleLaser}>
        <IconFlare size={18} stroke={1.7} aria-hidden="true" />
      </button>
      <button type="button" aria-label={t("present.stop")} onClick={onClose}>
        <IconX size={18} stroke={1.7} aria-hidden="true" />
      </button>
    </div>
  );
}

/** Uses the whole screen while mounted, where the browser permits it. Leaving the full screen ends the presentation. */
function useFullScreen(onClose: () => void): void {
  useEffect(() => {
    let isFull = false;
    const onChange = (): void => {
      if (document.fullscreenElement) isFull = true;
      else if (isFull) onClose();
    };
    document.addEventListener("fullscreenchange", onChange);
    document.documentElement.requestFullscreen?.().catch(() => undefined);
    return () => {
      document.removeEventListener("fullscreenchange", onChange);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, [onClose]);
}
