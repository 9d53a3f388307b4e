import type { ReactNode } from "react";
import { t } from "../../../shared/data/i18n.ts";
import { CAPTURE_ALTERNATIVES, type CaptureAlternative } from "../../core/capture-order.ts";
import { send } from "../../core/messages.ts";
import type { Run, Stopped } from "../../data/capture-state.ts";

function wordsOf({ phase, done, total }: Run): string {
  if (phase === "choosing") return t("run.choosing");
  if (phase === "waiting") return t("run.waiting", { count: total - done });
  return total > 0 ? t("run.progress", { done: Math.min(done, total), total }) : t("run.began");
}

/** An active capture and its cancel button. */
export function RunPanel({ run }: { run: Run }): ReactNode {
  return (
    <div className="run" role="status">
      <span className="grow">{wordsOf(run)}</span>
      <button type="button" className="quiet" onClick={() => void send("capture.stop", {})}>
        {t("run.cancel")}
      </button>
      {run.total > 0 && <progress aria-label={wordsOf(run)} value={run.done} max={run.total} />}
    </div>
  );
}

/** Where a full page stopped, with a button to capture the rest. */
export function StoppedPanel({ stopped, onMore }: { stopped: Stopped; onMore: () => void }): ReactNode {
  return (
    <div className="stored-row">
      <span className="grow">
        {t("stopped.text", { limit: stopped.limitPx })} {!stopped.canMore && t("stopped.most")}
      </span>
      {stopped.canMore && (
        <button type="button" className="small-button" onClick={onMore}>
          {t("stopped.more")}
        </button>
      )}
    </div>
  );
}

/** Says that the last capture may be incomplete, with the alternatives. */
export function IncompletePanel({ onCapture }: { onCapture: (kind: CaptureAlternative) => void }): ReactNode {
  return (
    <div className="stored-row">
      <span className="grow">{t("incomplete.text")}</span>
      {CAPTURE_ALTERNATIVES.map((kind) => (
        <button key={kind} type="button" className="small-button" onClick={() => onCapture(kind)}>
          {t(`incomplete.${kind}`)}
        </button>
      ))}
    </div>
  );
}
