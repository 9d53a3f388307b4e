import { Button } from "@mantine/core";
import { useEffect, useId, useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import dialog from "../../../ui/dialog.module.css";
import { Dialog } from "../../../ui/dialog.tsx";
import { centred, moved, zoomed, zoomMaxOf, type Crop } from "./crop.plan.ts";
import { drawSquare } from "./cropped-photo.ts";
import styles from "./crop-dialog.module.css";

/** Part of the square that an arrow key moves the picture by; ten times as far with Shift. */
const KEY_STEP = 0.01;
const ZOOM_STEP = 0.1;
/** Wheel distance that doubles the size of the picture, in CSS pixels. */
const WHEEL_DOUBLES = 400;
/** Pixels of the canvas: sharp on dense screens. */
const STAGE_PIXELS = 640;

/** Directions of the arrow keys on the screen. A picture does not mirror with the language. */
const ARROWS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Props {
  picture: ImageBitmap;
  isBusy: boolean;
  problem: string | undefined;
  onUse: (crop: Crop) => void;
  onClose: () => void;
}

/** Chooses the square part of a picture by pointer, wheel, slider or keys, with a preview of the round photo. Mounted while open. */
export function CropDialog({ picture, isBusy, problem, onUse, onClose }: Props): ReactNode {
  const { t } = useTranslation("account");
  const { t: common } = useTranslation();
  const [crop, setCrop] = useState(() => centred(picture));
  const zoomMax = zoomMaxOf(picture);
  return (
    <Dialog title={t("photo.crop")} size={460} ignoresBackdrop onClose={onClose}>
      <div className={styles.columns}>
        <Stage picture={picture} crop={crop} onChange={setCrop} />
        <div className={styles.previews} aria-hidden="true">
          <Preview picture={picture} crop={crop} size={64} />
          <Preview picture={picture} crop={crop} size={32} />
        </div>
      </div>
      <label className={styles.zoom}>
        <span>{t("photo.zoom")}</span>
        <input
          type="range"
          min={1}
          max={zoomMax}
          step="any"
          disabled={zoomMax === 1}
          value={crop.zoom}
          aria-valuetext={`${Math.round(crop.zoom * 100)} %`}
          style={{ "--part": zoomMax === 1 ? 0 : (crop.zoom - 1) / (zoomMax - 1) } as CSSProperties}
          onChange={(event) => setCrop(zoomed(picture, crop, Number(event.currentTarget.value)))}
        />
      </label>
      {problem && (
        <p className={dialog.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={dialog.buttons}>
        <Button variant="default" size="md" onClick={onClose}>
          {common("actions.cancel")}
        </Button>
        <Button size="md" aria-busy={isBusy} onClick={() => !isBusy && onUse(crop)}>
          {t("photo.use")}
        </Button>
      </div>
    </Dialog>
  );
}

interface StageProps {
  picture: ImageBitmap;
  crop: Crop;
  onChange: (change: (crop: Crop) => Crop) => void;
}

/** The picture in the square. The corners outside of the round photo are dimmed. */
function Stage({ picture, crop, onChange }: StageProps): ReactNode {
  const { t } = useTranslation("account");
  const hintId = useId();
  const stage = useRef<HTMLDivElement>(null);
  useWheel(stage, (distance) => onChange((now) => zoomed(picture, now, now.zoom * 2 ** (-distance / WHEEL_DOUBLES))));
  const handleMove = (event: PointerEvent<HTMLDivElement>): void => {
    const { currentTarget: target, pointerId, movementX, movementY } = event;
    if (!target.hasPointerCapture(pointerId)) return;
    const side = target.clientWidth;
    onChange((now) => moved(picture, now, movementX / side, movementY / side));
  };
  const handleKey = (event: KeyboardEvent): void => {
    const arrow = ARROWS[event.key];
    const step = KEY_STEP * (event.shiftKey ? 10 : 1);
    if (arrow) onChange((now) => moved(picture, now, arrow[0] * step, arrow[1] * step));
    else if (event.key === "+" || event.key === "=") onChange((now) => zoomed(picture, now, now.zoom + ZOOM_STEP));
    else if (event.key === "-") onChange((now) => zoomed(picture, now, now.zoom - ZOOM_STEP));
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.area}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is interactive: it handles its keys */}
      <div
        ref={stage}
        className={styles.stage}
        role="application"
        aria-label={t("photo.position")}
        aria-describedby={hintId}
        tabIndex={0}
        data-first-focus
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={handleMove}
        onKeyDown={handleKey}
      >
        <Square picture={picture} crop={crop} pixels={STAGE_PIXELS} />
      </div>
      <p id={hintId} className={styles.hint}>
        {t("photo.cropHint")}
      </p>
    </div>
  );
}

/** Calls back with the distance of each turn of the wheel over an element, which does not scroll the page. */
function useWheel(element: { current: HTMLElement | null }, onTurn: (distance: number) => void): void {
  const turn = useRef(onTurn);
  useEffect(() => {
    turn.current = onTurn;
  });
  useEffect(() => {
    const target = element.current;
    const handleWheel = (event: WheelEvent): void => {
      event.preventDefault();
      turn.current(event.deltaY);
    };
    // React's own handler is passive and could not keep the page from scrolling.
    target?.addEventListener("wheel", handleWheel, { passive: false });
    return () => target?.removeEventListener("wheel", handleWheel);
  }, [element]);
}

function Square({ picture, crop, pixels }: { picture: ImageBitmap; crop: Crop; pixels: number }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, picture, crop);
  }, [picture, crop]);
  return <canvas ref={canvas} width={pixels} height={pixels} />;
}

function Preview({ picture, crop, size }: { picture: ImageBitmap; crop: Crop; size: number }): ReactNode {
  return (
    <span className={styles.preview} style={{ "--size": `${size}px` } as CSSProperties}>
      <Square picture={picture} crop={crop} pixels={size * 2} />
    </span>
  );
}
