import { type ReactNode, useEffect, useRef, useState } from "react";
import { isMirrored } from "./device-choice.ts";
import { LevelBar } from "./device-fields.tsx";
import type { Recording } from "./recording-device.ts";
import { clockText, type Translate } from "./request-data.ts";

interface Props {
  t: Translate;
  recording: Recording;
  maxSeconds: number | null;
  /** Whether the camera is recorded, which is shown mirrored. */
  isCamera: boolean;
}

/** The picture of the camera or screen while it is recorded. */
function SelfView({ recording, isCamera }: Pick<Props, "recording" | "isCamera">): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  const [isTurned, setTurned] = useState(false);
  const { phase } = recording.state;
  useEffect(() => {
    const { main, camera } = recording.pictures();
    if (video.current) video.current.srcObject = main ?? camera;
    setTurned(isCamera && isMirrored(main ?? camera));
  }, [recording, phase, isCamera]);
  return <video ref={video} className="selfview" data-mirrored={isTurned || undefined} autoPlay muted playsInline aria-hidden="true" />;
}

/** The recording in progress: countdown, time left, pause and stop. */
export function RecordView({ t, recording, maxSeconds, isCamera }: Props): ReactNode {
  const { state } = recording;
  if (state.phase === "preparing") return <p className="card hint">{t("askAllow")}</p>;
  if (state.phase === "countdown")
    return (
      <div className="card recording" data-camera={isCamera || undefined}>
        <SelfView recording={recording} isCamera={isCamera} />
        <p className="countdown" role="timer" aria-live="assertive">
          {state.secondsLeft}
        </p>
        <button type="button" className="btn default lg" onClick={recording.stop}>
          {t("askCancel")}
        </button>
      </div>
    );
  if (state.phase !== "recording" && state.phase !== "paused") return <p className="card hint">{t("askFinishing")}</p>;
  const left = maxSeconds === null ? null : maxSeconds * 1_000 - state.elapsedMs;
  return (
    <div className="card recording" data-camera={isCamera || undefined}>
      <SelfView recording={recording} isCamera={isCamera} />
      <div className="toolbar" role="toolbar" aria-label={t("askToolbar")}>
        <i className="dot" data-paused={state.phase === "paused" || undefined} aria-hidden="true" />
        <time dir="ltr">{clockText(state.elapsedMs)}</time>
        {state.microphone && <LevelBar t={t} level={state.microphone.level} />}
        {left !== null && <span>{t("askLeft", { time: clockText(left) })}</span>}
        <button type="button" className="btn default" onClick={recording.pause}>
          {t(state.phase === "paused" ? "askResume" : "askPause")}
        </button>
        <button type="button" className="btn filled" onClick={recording.stop}>
          {t("askStop")}
        </button>
      </div>
      {state.microphone?.silent === true && (
        <p className="hint" role="status">
          {t("askSilent")}
        </p>
      )}
      <p className="hint">{t("askRecordingText")}</p>
    </div>
  );
}
