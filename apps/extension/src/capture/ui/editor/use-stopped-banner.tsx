import { type ReactNode, useEffect, useState } from "react";
import { t } from "../../../shared/data/i18n.ts";
import { send } from "../../core/messages.ts";
import { readCaptureState, type Stopped, writeCaptureState } from "../../data/capture-state.ts";

/** Returns where the full page of this capture stopped; null when it is complete. */
function useStopped(captureId: string): Stopped | null {
  const [stopped, setStopped] = useState<Stopped | null>(null);
  useEffect(() => {
    const read = async (): Promise<void> => {
      const state = await readCaptureState();
      setStopped(state.stopped?.captureId === captureId ? state.stopped : null);
    };
    const follow = (): void => void read();
    follow();
    chrome.storage.session.onChanged.addListener(follow);
    return () => chrome.storage.session.onChanged.removeListener(follow);
  }, [captureId]);
  return stopped;
}

/** Explains that a full page exceeded the limit and offers to capture the rest. Null for all other captures. */
export function useStoppedBanner(captureId: string): ReactNode {
  const stopped = useStopped(captureId);
  if (!stopped) return null;
  return (
    <p className="banner-text">
      <span>{t("editorPage.stopped.text", { limit: stopped.limitPx.toLocaleString("en-US") })}</span>
      {stopped.canMore && (
        <button type="button" className="plain-button" onClick={() => void send("capture.more", {})}>
          {t("editorPage.stopped.more")}
        </button>
      )}
      <button type="button" className="plain-button" onClick={() => void writeCaptureState({ stopped: null })}>
        {t("done.close")}
      </button>
    </p>
  );
}
