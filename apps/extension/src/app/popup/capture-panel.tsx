import { type ReactNode, useCallback, useState } from "react";
import type { RecentItem } from "../../shared/data/account.ts";
import type { CaptureKind } from "../../capture/core/capture-order.ts";
import { t } from "../../shared/data/i18n.ts";
import { send } from "../../capture/core/messages.ts";
import { copyText } from "../../shared/ui/copy-text.ts";
import { CaptureSettings } from "./capture-settings.tsx";
import { CaptureTiles } from "../../capture/ui/popup/capture-tiles.tsx";
import { linkOf, type PopupState } from "./popup-state.ts";
import { RecentList } from "./recent-list.tsx";
import { IncompletePanel, RunPanel, StoppedPanel } from "../../capture/ui/popup/run-panel.tsx";
import { useCapture } from "../../capture/ui/popup/use-capture.ts";

/** Shows the captures that wait for the server. They are retried automatically, and immediately by this button. */
function WaitingPanel({ count, onSent }: { count: number; onSent: () => void }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const retry = async (): Promise<void> => {
    setBusy(true);
    await send("capture.retry", {}).catch(() => null);
    setBusy(false);
    onSent();
  };
  return (
    <div className="stored-row">
      <span className="grow">{t("kept.waiting", { count })}</span>
      <button type="button" className="small-button" aria-busy={isBusy} disabled={isBusy} onClick={() => void retry()}>
        {t("kept.retry")}
      </button>
    </div>
  );
}

interface CapturePanelProps {
  state: PopupState;
  /** Number of captures that wait for the server. */
  waitingCount: number;
  /** Notice between tiles and settings: signed out, or server unavailable. */
  notice: ReactNode;
  /** Called when the list on the server has changed. */
  onChanged: () => void;
}

/** All capture kinds, the action after a capture, and the results of the last captures. */
export function CapturePanel({ state, waitingCount, notice, onChanged }: CapturePanelProps): ReactNode {
  const { run, stopped, incomplete, instead, busy, copiedId, setCopiedId, message, setMessage, capture, more } = useCapture(onChanged);
  // While the server is unavailable, the notice shows the retry button.
  const isWaitingShown = waitingCount > 0 && state.session === "signed-in" && state.isReachable;

  const start = useCallback((kind: CaptureKind, seconds: number) => void capture(kind, seconds), [capture]);
  const copyLink = useCallback(
    async (item: RecentItem) => {
      try {
        await copyText(await linkOf(item));
        setCopiedId(item.id);
        setMessage({ text: t("done.linkCopied"), isError: false });
      } catch {
        setMessage({ text: t("failure.copy"), isError: true });
      }
    },
    [setCopiedId, setMessage],
  );

  const isRoomy = !notice && !isWaitingShown && !stopped && !incomplete && !message?.isError && !run;
  return (
    <main>
      <h1 className="visually-hidden">{t("capture.heading")}</h1>
      <CaptureTiles busy={busy} onCapture={start} />
      {run && <RunPanel run={run} />}
      <p
        className={message?.isError ? "status-message error" : copiedId ? "status-message visually-hidden" : "status-message"}
        role={message?.isError ? "alert" : "status"}
      >
        {message?.text}
      </p>
      {stopped && !run && <StoppedPanel stopped={stopped} onMore={() => void more(stopped.tabId)} />}
      {incomplete && !run && <IncompletePanel onCapture={(kind) => void instead(kind, incomplete.tabId)} />}
      {isWaitingShown && <WaitingPanel count={waitingCount} onSent={onChanged} />}
      {notice}
      <CaptureSettings state={state} onLocationChange={onChanged} />
      {state.session === "signed-in" && (
        <RecentList
          items={state.recent?.slice(0, isRoomy ? 3 : 1) ?? null}
          location={state.recentIn}
          copiedId={copiedId}
          onCopy={(item) => void copyLink(item)}
        />
      )}
    </main>
  );
}
