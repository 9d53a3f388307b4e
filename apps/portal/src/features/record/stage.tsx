import { bubbleBox, type BubblePosition } from "@stillreel/recorder";
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./record.module.css";

interface Props {
  main: MediaStream | null;
  camera: MediaStream | null;
  bubble: BubblePosition;
  onBubble: (position: BubblePosition) => void;
  /** Placeholder before the first frame. */
  children?: ReactNode;
}

const STEP = 0.02;
const within = (value: number): number => Math.min(1, Math.max(0, value));

/** Preview of the recording with the movable camera bubble. */
export function Stage({ main, camera, bubble, onBubble, children }: Props): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.stage} ref={frame}>
      {main ? <Film stream={main} className={styles.mainFilm} /> : children}
      {camera && <Bubble frame={frame} camera={camera} position={bubble} onMove={onBubble} />}
    </div>
  );
}

/** A muted stream. */
function Film({ stream, className }: { stream: MediaStream; className?: string | undefined }): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  // A preview of what one sees oneself has nothing to say that captions could.
  // eslint-disable-next-line jsx-a11y/media-has-caption -- a preview of a recording has no captions
  return <video ref={video} className={className} autoPlay muted playsInline aria-hidden="true" tabIndex={-1} />;
}

interface BubbleProps {
  frame: { current: HTMLDivElement | null };
  camera: MediaStream;
  position: BubblePosition;
  onMove: (position: BubblePosition) => void;
}

const KEYS: Record<string, [x: number, y: number] | undefined> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

function Bubble({ frame, camera, position, onMove }: BubbleProps): ReactNode {
  const { t } = useTranslation("recorder");
  const [held, setHeld] = useState<{ dx: number; dy: number } | null>(null);
  const box = bubbleBox(position, { width: 1600, height: 900 });
  const drag = (event: PointerEvent): void => {
    const bounds = frame.current?.getBoundingClientRect();
    if (!held || !bounds) return;
    onMove({
      ...position,
      x: within((event.clientX - bounds.left) / bounds.width - held.dx),
      y: within((event.clientY - bounds.top) / bounds.height - held.dy),
    });
  };
  const take = (event: PointerEvent): void => {
    const bounds = frame.current?.getBoundingClientRect();
    if (!bounds) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setHeld({
      dx: (event.clientX - bounds.left) / bounds.width - position.x,
      dy: (event.clientY - bounds.top) / bounds.height - position.y,
    });
  };
  const press = (event: KeyboardEvent): void => {
    const step = KEYS[event.key];
    const size = event.key === "+" ? STEP : event.key === "-" ? -STEP : 0;
    if (!step && size === 0) return;
    event.preventDefault();
    onMove({
      ...position,
      x: within(position.x + (step?.[0] ?? 0)),
      y: within(position.y + (step?.[1] ?? 0)),
      size: Math.min(0.5, Math.max(0.08, position.size + size)),
    });
  };
  return (
    <button
      type="button"
      className={styles.bubble}
      data-shape={position.shape}
      aria-label={t("portal.bubble")}
      // The picture is not mirrored in right-to-left layouts: its left is the recording's left.
      style={{ left: `${box.x / 16}%`, top: `${box.y / 9}%`, width: `${box.width / 16}%` }}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={() => setHeld(null)}
      onPointerCancel={() => setHeld(null)}
      onKeyDown={press}
    >
      <Film stream={camera} className={styles.bubbleFilm} />
    </button>
  );
}
