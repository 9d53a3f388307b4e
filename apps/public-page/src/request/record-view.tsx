import { type ReactNode, useEffect, useRef } from "react";
import type { Recording } from "./recording-device.ts";
import { clockText, type Translate } from "./request-data.ts";

interface Props {
  t: Translate;
  recording: Recording;
  maxSeconds: number | null;
}

/** The picture of the camera or screen while it is recorded. */
function SelfView({ recording }: Pick<Props, "recording">): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  const { phase } = recording.state;
  useEffect(() => {
    const { main, camera } = recording.pictures();
    if (video.current) video.current.srcObject = main ?? camera;
  }, [recording, phase]);
  return <video ref={video} className="selfview" autoPlay muted playsInline aria-hidden="true" />;
}

/** The recording in progress: countdown, time left, pause and stop. */
export function RecordView({ t, recording, maxSeconds }: Props): ReactNode {
  const { state } = recording;
  if (state.phase === "preparing") return <p className="card hint">{t("askAllow")}</p>;
  if (state.phase === "countdown")
    return (
      <div className="card recording">
        <SelfView recording={recording} />
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
    <div className="card recording">
      <SelfView recording={recording} />
      <div className="toolbar" role="toolbar" aria-label={t("askToolbar")}>
        <i className="dot" data-paused={state.phase === "paused" || undefined} aria-hidden="true" />
        <time dir="ltr">{clockText(state.elapsedMs)}</time>
        {left !== null && <span>{t("askLeft", { time: clockText(left) })}</span>}
        <button type="button" className="btn default" onClick={recording.pause}>
          {t(state.phase === "paused" ? "askResume" : "askPause")}
        </button>
        <button type="button" className="btn filled" onClick={recording.stop}>
          {t("askStop")}
        </button>
      </div>
      <p className="hint">{t("askRecordingText")}</p>
    </div>
  );
}
