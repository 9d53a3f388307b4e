import { type ReactNode, useCallback, useEffect, useState } from "react";
import { t } from "../shared/i18n.ts";
import { onServer, serverUrl } from "../shared/server.ts";
import { CapturePanel } from "./capture-panel.tsx";
import { DeadEnd } from "./dead-end.tsx";
import { PopupHeader } from "./popup-header.tsx";
import { freshState, type PopupState } from "./popup-state.ts";

/** The popup: shows at once what is known, asks the server, and follows the portal's session while it is open. */
export function Popup({ initial }: { initial: PopupState }): ReactNode {
  const [state, setState] = useState(initial);
  const [isAsking, setAsking] = useState(false);

  const refresh = useCallback(async () => {
    setAsking(true);
    const { state: fresh } = await freshState();
    setState(fresh);
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

  const host = new URL(serverUrl()).host;
  return (
    <>
      <PopupHeader account={state.kind === "ready" ? state.account : null} />
      {state.kind === "ready" && <CapturePanel recent={state.recent} onChanged={() => void refresh()} />}
      {state.kind === "signed-out" && (
        <DeadEnd
          heading={t("signedOut.heading")}
          text={t("signedOut.text", { host })}
          action={
            <a className="button" href={onServer("/auth/login")} target="_blank" rel="noreferrer">
              {t("signedOut.signIn")}
            </a>
          }
        />
      )}
      {state.kind === "unreachable" && (
        <DeadEnd
          heading={t("unreachable.heading")}
          text={t("unreachable.text", { host })}
          action={
            <button type="button" className="button" aria-busy={isAsking} disabled={isAsking} onClick={() => void refresh()}>
              {t("unreachable.retry")}
            </button>
          }
        />
      )}
    </>
  );
}
