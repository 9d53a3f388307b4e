import type { RecorderCommand, RecorderState } from "@stillreel/recorder/types";
import { type ReactNode, useState } from "react";
import { clockText } from "../../core/clock.ts";
import { t } from "../../../shared/data/i18n.ts";
import { warningsOf } from "../../core/recording-warnings.ts";
import { RecordIcon } from "./record-icons.tsx";

type Running = Extract<RecorderState, { phase: "recording" | "paused" | "finishing" }>;
type Steer = (command: RecorderCommand) => void;

const TROUBLES = {
  offline: "offline",
  "signed-out": "signedOut",
  "server-full": "serverFull",
  "quota-full": "quotaFull",
  refused: "refused",
} as const;

/** Returns how much of the recording is stored, and where. */
function progressText({ progress, itemId }: Running): string {
  const here = clockText(progress.disk.ms);
  if (progress.trouble) return t(`recorder:popup.running.${TROUBLES[progress.trouble]}`, { here });
  if (!itemId && progress.server.bytes === 0) return t("recorder:popup.running.keptHere", { here });
  return t("recorder:popup.running.kept", { here, there: clockText(progress.server.ms) });
}

/** Returns the most urgent warning. */
function warningOf(state: Running): string | null {
  const [warning] = warningsOf(state);
  return warning ? t(`recorder:popup.running.${warning}`) : null;
}

function Discard({ steer }: { steer: Steer }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <button type="button" className="plain-button" onClick={() => setAsking(true)}>
        <RecordIcon of="trash" size={17} />
        {t("recorder:popup.running.discard")}
      </button>
    );
  return (
    <div className="ask" role="alertdialog" aria-label={t("recorder:popup.running.askDiscard")}>
      <p>{t("recorder:popup.running.askDiscard")}</p>
      <button type="button" className="plain-button" autoFocus onClick={() => setAsking(false)}>
        {t("recorder:popup.running.discardNo")}
      </button>
      <button type="button" className="danger-button" onClick={() => steer({ do: "discard" })}>
        {t("recorder:popup.running.discardYes")}
      </button>
    </div>
  );
}

function Before({ state, steer }: { state: Extract<RecorderState, { phase: "preparing" | "countdown" }>; steer: Steer }): ReactNode {
  const isPicking = state.source === "screen" || state.source === "window";
  return (
    <main className="running">
      <h1 role="status">
        {state.phase === "countdown"
          ? t("recorder:popup.running.countdown", { count: state.secondsLeft })
          : t(isPicking ? "recorder:popup.running.preparing" : "recorder:popup.running.opening")}
      </h1>
      {state.phase === "countdown" && (
        <button type="button" className="stop-button" onClick={() => steer({ do: "skip-countdown" })}>
          {t("recorder:popup.running.startNow")}
        </button>
      )}
      <button type="button" className="plain-button" onClick={() => steer({ do: "discard" })}>
        {t("recorder:popup.running.cancel")}
      </button>
    </main>
  );
}

/** The active recording: duration, stored amount and actions. */
export function RecordRunning({ state, steer }: { state: RecorderState; steer: Steer }): ReactNode {
  if (state.phase === "preparing" || state.phase === "countdown") return <Before state={state} steer={steer} />;
  if (state.phase !== "recording" && state.phase !== "paused" && state.phase !== "finishing") return null;
  const isPaused = state.phase === "paused";
  const warning = warningOf(state);
  return (
    <main className="running">
      <h1>
        <span className={state.phase === "recording" ? "dot" : "dot still"} aria-hidden="true" />
        <span role="status">{t(`recorder:popup.running.${state.phase}`)}</span>
        {state.live && <span className="chip">{t("recorder:popup.running.live")}</span>}
      </h1>
      <p className="clock" role="timer">
        {clockText(state.elapsedMs)}
      </p>
      <p className={state.progress.trouble ? "safe trouble" : "safe"}>{progressText(state)}</p>
      {warning && (
        <p className="status-message error" role="alert">
          {warning}
        </p>
      )}
      {state.phase !== "finishing" && (
        <>
          <button type="button" className="stop-button" onClick={() => steer({ do: "stop" })}>
            <i aria-hidden="true" />
            {t(state.itemId || !state.progress.trouble ? "recorder:popup.running.stop" : "recorder:popup.running.stopHere")}
          </button>
          <div className="beside">
            <button type="button" className="plain-button" onClick={() => steer({ do: isPaused ? "resume" : "pause" })}>
              <RecordIcon of={isPaused ? "play" : "pause"} size={17} />
              {t(isPaused ? "recorder:popup.running.resume" : "recorder:popup.running.pause")}
            </button>
            <Discard steer={steer} />
          </div>
        </>
      )}
    </main>
  );
}
