import type { RecordingSetup } from "@stillreel/recorder/types";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { t } from "../../../shared/data/i18n.ts";

/** Returns a screenshot of the active tab; null when the browser refuses. */
function usePageStyle(isWanted: boolean): string | null {
  const [style, setStyle] = useState<string | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    chrome.tabs.captureVisibleTab({ format: "jpeg", quality: 60 }).then(setStyle, () => setStyle(null));
  }, [isWanted]);
  return style;
}

function Camera({ stream, className }: { stream: MediaStream; className: string }): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return <video ref={video} className={className} autoPlay muted playsInline aria-hidden="true" />;
}

/** Preview of the camera bubble over the recorded content. */
export function RecordPreview({ setup, camera }: { setup: RecordingSetup; camera: MediaStream }): ReactNode {
  const isAlone = setup.source === "camera";
  const style = usePageStyle(!isAlone);
  const { shape, x } = setup.bubble;
  return (
    <figure className="preview">
      <div role="img" aria-label={t("recorder:popup.preview")}>
        {style && !isAlone && <img src={style} alt="" />}
        <Camera stream={camera} className={isAlone ? "alone" : `bubble ${shape} ${x > 0.5 ? "far" : ""}`} />
      </div>
      {!isAlone && <figcaption>{t("recorder:popup.bubbleHint")}</figcaption>}
    </figure>
  );
}
