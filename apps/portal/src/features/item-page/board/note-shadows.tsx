import { useMemo, type ReactNode } from "react";
import styles from "./board-stage.module.css";
import type { Stage } from "./stage-store.ts";
import { useStageState } from "./use-stage.ts";

/** Zoom under which a shadow has less than a pixel. */
const LEAST_ZOOM = 0.3;

/** The shadows of notes, below the canvas. They move with it as one layer, so that scrolling places none of them again. */
export function NoteShadows({ stage }: { stage: Stage }): ReactNode {
  const { zoom, scrollX, scrollY } = useStageState(stage, ({ view }) => view);
  const revision = useStageState(stage, (state) => state.revision);
  const shadows = useMemo(
    () =>
      stage.api
        .getSceneElements()
        .filter(({ customData }) => customData?.["note"] === true)
        .map(({ id, x, y, width, height, angle, opacity }) => (
          <i
            key={id}
            style={{ left: x, top: y, width, height, opacity: opacity / 100, ...(angle !== 0 && { transform: `rotate(${angle}rad)` }) }}
          />
        )),
    // The drawing program changes its elements in place.
    // oxlint-disable-next-line react/exhaustive-deps -- `revision` says that they changed
    [stage, revision],
  );
  if (zoom < LEAST_ZOOM || shadows.length === 0) return null;
  return (
    <div className={styles.shadows} aria-hidden="true" style={{ transform: `scale(${zoom}) translate(${scrollX}px, ${scrollY}px)` }}>
      {shadows}
    </div>
  );
}
