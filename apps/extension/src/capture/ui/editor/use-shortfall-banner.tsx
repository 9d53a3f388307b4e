import { formatCount } from "@stillreel/i18n";
import { type ReactNode, useEffect, useState } from "react";
import { i18n, t } from "../../../shared/data/i18n.ts";
import { CAPTURE_ALTERNATIVES } from "../../core/capture-order.ts";
import { send } from "../../core/messages.ts";
import { readCaptureState, type Stopped, writeCaptureState } from "../../data/capture-state.ts";
import type { StoredCapture } from "../../core/stored-capture.ts";

/** Returns where the full page of this capture stopped, or null, and whether its page can be captured in another manner. */
function useShortfall(captureId: string): { stopped: Stopped | null; canCapture: boolean } {
  const [shortfall, setShortfall] = useState<{ stopped: Stopped | null; canCapture: boolean }>({ stopped: null, canCapture: false });
  useEffect(() => {
    const read = async (): Promise<void> => {
      const state = await readCaptureState();
      setShortfall({
        stopped: state.stopped?.captureId === captureId ? state.stopped : null,
        canCapture: state.incomplete?.captureId === captureId,
      });
    };
    const follow = (): void => void read();
    follow();
    chrome.storage.session.onChanged.addListener(follow);
    return () => chrome.storage.session.onChanged.removeListener(follow);
  }, [captureId]);
  return shortfall;
}

/** Says that a capture may be incomplete, and offers the alternatives while its page is known. */
function IncompleteBanner({ canCapture, onClose }: { canCapture: boolean; onClose: () => void }): ReactNode {
  return (
    <p className="banner-text">
      <span>{t("incomplete.text")}</span>
      {canCapture &&
        CAPTURE_ALTERNATIVES.map((kind) => (
          <button key={kind} type="button" className="plain-button" onClick={() => void send("capture.instead", { kind })}>
            {t(`incomplete.${kind}`)}
          </button>
        ))}
      <button type="button" className="plain-button" onClick={onClose}>
        {t("done.close")}
      </button>
    </p>
  );
}

/** Explains that a full page exceeded the limit or may be incomplete, and offers a remedy. Null for all other captures. */
export function useShortfallBanner({ id, record }: Pick<StoredCapture, "id" | "record">): ReactNode {
  const { stopped, canCapture } = useShortfall(id);
  const [isClosed, setClosed] = useState(false);
  if (!stopped) {
    if (!record.incomplete || isClosed) return null;
    return <IncompleteBanner canCapture={canCapture} onClose={() => setClosed(true)} />;
  }
  return (
    <p className="banner-text">
      <span>{t("editorPage.stopped.text", { limit: formatCount(stopped.limitPx, i18n.language) })}</span>
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
