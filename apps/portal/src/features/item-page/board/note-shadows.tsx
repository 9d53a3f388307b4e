import { useMemo, type ReactNode } from "react";
import styles from "./board-stage.module.css";
import type { Stage } from "./stage-store.ts";
import { useStageState } from "./use-stage.ts";

/** Zoom under which a shadow has less than a pixel. */
const LEAST_ZOOM = 0.3;

/** Returns the part of one axis in which shadows are rendered: the visible part, enlarged to multiples of half a screen. */
function rendered(scroll: number, shown: number): readonly [from: number, to: number] {
  const step = Math.max(shown, 1) / 2;
  return [Math.floor(-scroll / step) * step, Math.ceil((shown - scroll) / step) * step];
}

/**
 * The shadows of notes, below the canvas. They move with it as one layer, so that scrolling places none of them again. Notes far from the
 * visible part have none: the layer of a board with thousands of notes would be larger than a hundred screens.
 */
export function NoteShadows({ stage }: { stage: Stage }): ReactNode {
  const { zoom, scrollX, scrollY, width: screenWidth, height: screenHeight } = useStageState(stage, ({ view }) => view);
  const revision = useStageState(stage, (state) => state.revision);
  const [left, right] = rendered(scrollX, screenWidth / zoom);
  const [top, bottom] = rendered(scrollY, screenHeight / zoom);
  const isTooSmall = zoom < LEAST_ZOOM;
  const shadows = useMemo(
    () =>
      isTooSmall
        ? []
        : stage.api
            .getSceneElements()
            .filter(({ customData }) => customData?.["note"] === true)
            .filter(({ x, y, width, height }) => x < right && x + width > left && y < bottom && y + height > top)
            .map(({ id, x, y, width, height, angle, opacity }) => (
              <i
                key={id}
                style={{ left: x, top: y, width, height, opacity: opacity / 100, ...(angle !== 0 && { transform: `rotate(${angle}rad)` }) }}
              />
            )),
    // The drawing program changes its elements in place.
    // oxlint-disable-next-line react/exhaustive-deps -- `revision` says that they changed
    [stage, revision, isTooSmall, left, right, top, bottom],
  );
  if (shadows.length === 0) return null;
  return (
    <div className={styles.shadows} aria-hidden="true" style={{ transform: `scale(${zoom}) translate(${scrollX}px, ${scrollY}px)` }}>
      {shadows}
    </div>
  );
}
