import { type ReactNode, useCallback, useEffect, useState } from "react";
import { t } from "../shared/i18n.ts";
import { send } from "../shared/messages.ts";
import { onServer, serverUrl } from "../shared/server.ts";
import { CapturePanel } from "./capture-panel.tsx";
import { PopupHeader } from "./popup-header.tsx";
import { freshState, type PopupState } from "./popup-state.ts";

/** Says what is missing without standing in the way: captures work all the same. */
function Missing({ state, isAsking, onRetry }: { state: PopupState; isAsking: boolean; onRetry: () => void }): ReactNode {
  if (state.session === "signed-out")
    return (
      <div className="notice">
        <span className="grow">{t("notice.signedOut")}</span>
        <a className="small-button" href={onServer("/auth/login")} target="_blank" rel="noreferrer">
          {t("signedOut.signIn")}
        </a>
      </div>
    );
  if (state.isReachable) return null;
  return (
    <div className="notice" role="status">
      <span className="grow">{t("notice.unreachable", { host: new URL(serverUrl()).host })}</span>
      <button type="button" className="small-button" aria-busy={isAsking} disabled={isAsking} onClick={onRetry}>
        {t("notice.retry")}
      </button>
    </div>
  );
}

/** The popup: shows at once what is known, asks the server, and follows the portal's session while it is open. */
export function Popup({ initial }: { initial: PopupState }): ReactNode {
  const [state, setState] = useState(initial);
  const [isAsking, setAsking] = useState(false);

  const refresh = useCallback(async () => {
    setAsking(true);
    setState(await freshState());
    setAsking(false);
  }, []);

  useEffect(() => {
    void refresh();
    // The worker mirrors the portal's cookies to session storage: whoever signs in or out there is seen here.
    const follow = (changes: Record<string, chrome.storage.StorageChange>): void => {
      const tokens = changes["tokens"];
      if (tokens && (tokens.newValue === undefined) !== (tokens.oldValue === undefined)) void refresh();
    };
    chrome.storage.session.onChanged.addListener(follow);
    return () => chrome.storage.session.onChanged.removeListener(follow);
  }, [refresh]);

  const retry = (): void => {
    void refresh();
    // What waited may be in the list of the newest then.
    void send("capture.retry", {}).then(refresh, () => null);
  };
  const isMissing = state.session === "signed-out" || !state.isReachable;
  const missing = isMissing ? <Missing state={state} isAsking={isAsking} onRetry={retry} /> : null;
  return (
    <>
      <PopupHeader account={state.account} isSignedIn={state.session === "signed-in"} />
      <CapturePanel state={state} notice={missing} onChanged={() => void refresh()} />
    </>
  );
}
