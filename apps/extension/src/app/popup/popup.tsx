import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { t } from "../../shared/data/i18n.ts";
import { send } from "../../capture/core/messages.ts";
import { useWaitingCount } from "../../capture/ui/popup/use-capture.ts";
import { onServer, serverUrl } from "../../shared/core/server.ts";
import { CapturePanel } from "./capture-panel.tsx";
import { PopupHeader } from "./popup-header.tsx";
import { freshState, storeTab, type PopupState, type PopupTab } from "./popup-state.ts";
import { RecordPanel } from "../../record/ui/popup/record-panel.tsx";
import { settleLost } from "../../shared/data/save-targets.ts";
import { LostTarget } from "./lost-target.tsx";
import { RecordRunning } from "../../record/ui/popup/record-running.tsx";
import { isRunning, useRecorder } from "../../record/ui/popup/use-recorder.ts";

interface MissingProps {
  state: PopupState;
  waitingCount: number;
  /** Whether a retry that the user started is running. */
  isRetrying: boolean;
  onRetry: () => void;
}

/** Shows what is missing, and the captures that wait for it, without blocking captures. */
function Missing({ state, waitingCount, isRetrying, onRetry }: MissingProps): ReactNode {
  if (state.session === "signed-out")
    return (
      <div className="notice">
        <span className="grow">{t("notice.signedOut")}</span>
        <a className="small-button" href={onServer("/auth/login")} target="_blank" rel="noreferrer">
          {t("signedOut.signIn")}
        </a>
      </div>
    );
  const waiting = waitingCount > 0 ? t("kept.waiting", { count: waitingCount }) : t("notice.capturesWait");
  return (
    <div className="notice" role="status">
      <span className="grow">
        {t("notice.unreachable", { host: new URL(serverUrl()).host })} {waiting}
      </span>
      <button type="button" className="small-button" aria-busy={isRetrying} disabled={isRetrying} onClick={onRetry}>
        {t("notice.retry")}
      </button>
    </div>
  );
}

const TABS = ["capture", "record"] as const satisfies readonly PopupTab[];

/** Switches between captures and recordings. */
function PopupTabs({ tab, onChange }: { tab: PopupTab; onChange: (tab: PopupTab) => void }): ReactNode {
  return (
    <div className="tabs" role="radiogroup" aria-label={t("recorder:popup.tabs")}>
      {TABS.map((each) => (
        <label key={each}>
          <input type="radio" name="tab" checked={tab === each} onChange={() => onChange(each)} />
          <span>{t(`recorder:popup.${each}`)}</span>
        </label>
      ))}
    </div>
  );
}

/** Returns the visible tab, and whether the `R` key requested a recording. */
function usePopupTab(initial: PopupTab, isBusy: boolean) {
  const [tab, setTab] = useState(initial);
  const [isAskedFor, setAskedFor] = useState(false);
  const choose = useCallback((chosen: PopupTab) => {
    setTab(chosen);
    setAskedFor(false);
    void storeTab(chosen);
  }, []);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof HTMLSelectElement;
      if (event.key.toLowerCase() !== "r" || isBusy || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      choose("record");
      setAskedFor(true);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [choose, isBusy]);
  return { tab, choose, isAskedFor };
}

/** Time limit for the recorder's state, in milliseconds, before the popup offers a new recording. */
const RECORDER_MS = 1_500;

/** Time without a response after which the popup shows that the server is unavailable, in milliseconds. */
const SERVER_MS = 4_000;

/** Returns whether something has been pending for some milliseconds. */
function useLate(isPending: boolean, ms: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!isPending) return;
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [isPending, ms]);
  return isLate;
}

/** Returns the current state, whether the server is being queried for it, and a function that queries it again. */
function useFreshState(initial: PopupState) {
  const [known, setKnown] = useState(initial);
  const [isPending, setPending] = useState(false);
  const queries = useRef(0);
  const refresh = useCallback(async () => {
    queries.current += 1;
    const query = queries.current;
    setPending(true);
    const fresh = await freshState();
    // A stopped server can leave an earlier query open for minutes.
    if (query !== queries.current) return;
    setKnown(fresh);
    setPending(false);
  }, []);
  const isLate = useLate(isPending, SERVER_MS);
  const state = known.isReachable && isLate ? { ...known, isReachable: false } : known;
  return { state, isAsking: isPending && !isLate, refresh };
}

interface PopupProps {
  initial: PopupState;
  initialTab: PopupTab;
  /** A recording is active; the recorder will report its state. */
  isAwaited: boolean;
}

/** The popup: shows cached data immediately, queries the server, and follows the portal's session while open. */
export function Popup({ initial, initialTab, isAwaited }: PopupProps): ReactNode {
  const { state, isAsking, refresh } = useFreshState(initial);
  const { state: recording, steer } = useRecorder();
  const isRecording = isRunning(recording);
  const isLate = useLate(true, RECORDER_MS);
  // Read once for all parts: a part that appears later would show none at first.
  const waitingCount = useWaitingCount();
  // Runs that ended before the popup opened were reported elsewhere; here they would only move the buttons.
  const [hasRun, setHasRun] = useState(false);
  const { tab, choose, isAskedFor } = usePopupTab(initialTab, isRecording);

  // A user who opens the popup during a recording wants to control it.
  useEffect(() => {
    if (!isRecording) return;
    choose("record");
    setHasRun(true);
  }, [choose, isRecording]);
  useEffect(() => {
    void refresh();
    // The worker mirrors the portal's cookies to session storage: sign-in and sign-out are visible here.
    const follow = (changes: Record<string, chrome.storage.StorageChange>): void => {
      const tokens = changes["tokens"];
      if (tokens && (tokens.newValue === undefined) !== (tokens.oldValue === undefined)) void refresh();
    };
    chrome.storage.session.onChanged.addListener(follow);
    return () => chrome.storage.session.onChanged.removeListener(follow);
  }, [refresh]);

  const retry = (): void => {
    void refresh();
    // Sent captures may now be in the list of the newest items.
    void send("capture.retry", {}).then(refresh, () => null);
  };
  const isMissing = state.session === "signed-out" || !state.isReachable;
  const missing = isMissing ? <Missing state={state} waitingCount={waitingCount} isRetrying={isAsking} onRetry={retry} /> : null;
  return (
    <>
      <PopupHeader account={state.account} isSignedIn={state.session === "signed-in"} />
      <PopupTabs tab={tab} onChange={choose} />
      {state.saveTargets.lost !== null && <LostTarget name={state.saveTargets.lost} onRead={() => void settleLost().then(refresh)} />}
      {tab === "capture" && <CapturePanel state={state} waitingCount={waitingCount} notice={missing} onChanged={() => void refresh()} />}
      {tab === "record" && isRecording && recording && <RecordRunning state={recording} steer={steer} />}
      {tab === "record" && !isRecording && (recording !== null || !isAwaited || isLate) && (
        <RecordPanel
          state={hasRun ? recording : null}
          isSignedIn={state.session === "signed-in"}
          saveTargets={state.saveTargets}
          isAskedFor={isAskedFor}
        />
      )}
    </>
  );
}
