import { sizeText } from "@stillreel/i18n";
import { sizeOf, type TrimEnd } from "@stillreel/recorder/trim.plan";
import { formatClock } from "@stillreel/watch/core";
import { type CSSProperties, type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { Translate } from "./request-data.ts";
import { END_NAMES, spokenSeconds, stepOf } from "./trim-texts.ts";
import type { Trimming, TrimState } from "./use-trim.ts";

/** Number of pictures in the strip, and its size in pixels of the canvas. */
const PICTURES = 10;
const STRIP = { width: 1_600, height: 112 };

interface Props {
  t: Translate;
  trimming: Trimming;
  player: RefObject<HTMLVideoElement | null>;
}

const percent = (seconds: number, length: number): string => `${Math.min(100, Math.max(0, (seconds / length) * 100))}%`;

/** Returns the time under a pointer. */
function timeAt({ clientX }: PointerEvent, track: Element | null, length: number): number {
  const box = track?.getBoundingClientRect();
  return box ? ((clientX - box.left) / box.width) * length : 0;
}

/** The pictures of the video. */
function Film({ video }: Pick<Trimming, "video">): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const leaving = new AbortController();
    // Without pictures the ends can still be moved.
    if (canvas.current) video.draw(canvas.current, PICTURES, leaving.signal).catch(() => undefined);
    return () => leaving.abort();
  }, [video]);
  return <canvas ref={canvas} {...STRIP} aria-hidden="true" />;
}

/** One end of the part that is sent: a slider that is dragged or moved by keys. */
function Handle({ t, trimming, end }: Omit<Props, "player"> & { end: TrimEnd }): ReactNode {
  const { video, range, move } = trimming;
  const drag = (event: PointerEvent<HTMLElement>): void => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) move(end, timeAt(event, event.currentTarget.parentElement, video.seconds));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className="handle"
      data-end={end}
      style={{ insetInlineStart: percent(range[end], video.seconds) }}
      aria-label={t(END_NAMES[end])}
      aria-valuemin={0}
      aria-valuemax={Math.round(video.seconds * 100) / 100}
      aria-valuenow={Math.round(range[end] * 100) / 100}
      aria-valuetext={spokenSeconds(range[end], document.documentElement.lang)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
        event.preventDefault();
      }}
      onPointerMove={drag}
      onKeyDown={(event) => {
        const step = stepOf(event, video.frameSeconds);
        if (step === null || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        move(end, range[end] + step);
      }}
    />
  );
}

/** Returns the position of the playback. */
function usePosition(player: RefObject<HTMLVideoElement | null>): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const video = player.current;
    if (!video) return undefined;
    const follow = (): void => setSeconds(video.currentTime);
    for (const type of ["timeupdate", "seeking"]) video.addEventListener(type, follow);
    return () => {
      for (const type of ["timeupdate", "seeking"]) video.removeEventListener(type, follow);
    };
  }, [player]);
  return seconds;
}

/** The strip with both ends. */
function Strip({ t, trimming, player }: Props): ReactNode {
  const { video, range } = trimming;
  const position = usePosition(player);
  const ends = { "--from": percent(range.start, video.seconds), "--to": percent(range.end, video.seconds) } as CSSProperties;
  return (
    <div
      className="trim"
      dir="ltr"
      style={ends}
      onPointerDown={(event) => {
        if (player.current) player.current.currentTime = Math.max(0, timeAt(event, event.currentTarget, video.seconds));
      }}
    >
      <Film video={video} />
      <i className="cut" data-end="start" />
      <i className="cut" data-end="end" />
      <i className="part" />
      <i className="playhead" style={{ insetInlineStart: percent(position, video.seconds) }} />
      <Handle t={t} trimming={trimming} end="start" />
      <Handle t={t} trimming={trimming} end="end" />
    </div>
  );
}

/** Both ends as times, and what is sent. */
function TrimFacts({ t, trimming, bytes }: { t: Translate; trimming: Trimming; bytes: number }): ReactNode {
  const { video, range } = trimming;
  const size = sizeText(sizeOf(range, video.seconds, bytes), document.documentElement.lang);
  return (
    <p className="trimfacts">
      <span className="ends">
        {t("askTrimStarts")} <b dir="ltr">{formatClock(range.start)}</b>
      </span>
      <span className="ends">
        {t("askTrimEnds")} <b dir="ltr">{formatClock(range.end)}</b>
      </span>
      <span>{t("askTrimHint")}</span>
      <span className="sent" role="status">
        {t("askTrimSent", { time: formatClock(Math.round(range.end - range.start)), size })}
      </span>
    </p>
  );
}

/** Trims the video of an answer. Where the browser cannot, the reason is shown in place of the handles. */
export function TrimStrip({
  t,
  trim,
  file,
  player,
  isLocked,
}: {
  t: Translate;
  trim: TrimState;
  file: File;
  player: RefObject<HTMLVideoElement | null>;
  isLocked: boolean;
}): ReactNode {
  if (trim === "loading") return <p className="hint">{t("askTrimLoading")}</p>;
  if (trim === "impossible")
    return (
      <p className="hint">
        {sizeText(file.size, document.documentElement.lang)}. {t("askTrimImpossible")}
      </p>
    );
  return (
    <div className="trimming" inert={isLocked}>
      <Strip t={t} trimming={trim} player={player} />
      <TrimFacts t={t} trimming={trim} bytes={file.size} />
    </div>
  );
}
