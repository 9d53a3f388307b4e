import type { RecorderState, RecordingSetup } from "@stillreel/recorder/types";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { t } from "../../../shared/data/i18n.ts";
import { onServer } from "../../../shared/core/server.ts";
import { copyText } from "../../../shared/ui/copy-text.ts";
import { ChevronIcon } from "../../../shared/ui/icons.tsx";
import { LocalRecordingList, useLocalRecordings } from "./local-recordings.tsx";
import { RecordPreview } from "./record-preview.tsx";
import { DeviceRow, Meter, MoreRows, SoundAndCountdown } from "./record-rows.tsx";
import { RecordSources } from "./record-sources.tsx";
import { useShortcuts } from "../../../shared/ui/use-shortcuts.ts";
import { useDevices, useLevel, useStream } from "./use-devices.ts";
import { useRecord, useSetup } from "./use-record.ts";
import type { SaveTargets } from "../../../shared/core/save-target.plan.ts";
import { RecordInto } from "./record-save-target.tsx";

interface RecordPanelProps {
  state: RecorderState | null;
  isSignedIn: boolean;
  /** Save targets for recordings. */
  saveTargets: SaveTargets;
  /** Starts immediately, as if the button had been pressed. */
  isAskedFor: boolean;
}

/** Result of the last recording. */
function LastLink({ state }: { state: Extract<RecorderState, { phase: "done" }> }): ReactNode {
  const { shareUrl } = state;
  if (!shareUrl) return null;
  return (
    <div className="run" role="status">
      <span className="grow">{t("done.linkCopied")}</span>
      <button type="button" className="quiet" onClick={() => void copyText(shareUrl)}>
        {t("recorder:bar.done.copyAgain")}
      </button>
      <a className="quiet" href={shareUrl} target="_blank" rel="noreferrer">
        {t("done.open")}
      </a>
    </div>
  );
}

/** Why a recording could not start, with the screen as another source where that would work. */
function FailureNotice({ text, canScreen, onScreen }: { text: string; canScreen: boolean; onScreen: () => void }): ReactNode {
  return (
    <div className="notice" role="alert">
      <span className="grow">{text}</span>
      {canScreen && (
        <button type="button" className="small-button" onClick={onScreen}>
          {t("recorder:popup.failure.recordScreen")}
        </button>
      )}
    </div>
  );
}

interface FootProps {
  isSignedIn: boolean;
  isStarting: boolean;
  shortcut: string | undefined;
  onStart: () => void;
}

/** The button that starts a recording. */
function RecordFoot({ isSignedIn, isStarting, shortcut, onStart }: FootProps): ReactNode {
  return (
    <div className="record-foot">
      {!isSignedIn && (
        <p>
          {t("recorder:popup.signedOut")}{" "}
          <a className="text-link" href={onServer("/auth/login")} target="_blank" rel="noreferrer">
            {t("signedOut.signIn")}
          </a>
        </p>
      )}
      <button type="button" className="start-button" aria-busy={isStarting} disabled={isStarting} onClick={onStart}>
        <i aria-hidden="true" />
        {t(isStarting ? "recorder:popup.starting" : "recorder:popup.start")}
        {shortcut && <kbd dir="ltr">{shortcut}</kbd>}
      </button>
    </div>
  );
}

/** The devices of the set-up: their lists, the level of the microphone, and the camera's picture while the preview shows it. */
function useMedia(setup: RecordingSetup | null, isStarting: boolean, isMore: boolean) {
  const microphones = useDevices("microphone");
  const cameras = useDevices("camera");
  const hasMicrophone = microphones.access === "granted" && !isStarting;
  const hasCamera = cameras.access === "granted" && !isStarting;
  const level = useLevel(useStream("microphone", setup?.microphone ?? null, hasMicrophone));
  const isCameraAlone = setup?.source === "camera";
  const camera = useStream("camera", setup?.camera ?? (isCameraAlone ? { deviceId: null } : null), hasCamera && !isMore);
  return { microphones, cameras, level, camera };
}

/** The recording setup and the button that starts it. */
export function RecordPanel({ state, isSignedIn, saveTargets, isAskedFor }: RecordPanelProps): ReactNode {
  const [setup, change] = useSetup();
  const { isStarting, failure, text, start } = useRecord(state);
  const [message, setMessage] = useState<{ text: string; isError: boolean } | null>(null);
  const [isMore, setMore] = useState(false);
  const { microphones, cameras, level, camera } = useMedia(setup, isStarting, isMore);
  const isCameraAlone = setup?.source === "camera";
  const shortcut = useShortcuts().get("record-toggle");
  const { recordings, settle } = useLocalRecordings();

  const begin = useCallback(() => {
    if (setup && !isStarting) void start(setup);
  }, [isStarting, setup, start]);

  useEffect(() => {
    if (isAskedFor && setup) begin();
    // Once, as soon as a setup exists.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the effect must run once per setup
  }, [isAskedFor, setup !== null]);

  if (!setup) return <main className="record" aria-busy="true" />;
  const canScreen = failure?.code === "not-recordable" || failure?.code === "tab-in-use" || failure?.code === "no-area";
  return (
    <main className="record">
      <h1 className="visually-hidden">{t("recorder:popup.heading")}</h1>
      <div className="record-body">
        <RecordSources source={setup.source} onChange={(source) => change({ source })} />
        {text && <FailureNotice text={text} canScreen={canScreen} onScreen={() => change({ source: "screen" })} />}
        {message && (
          <p className={message.isError ? "status-message error" : "status-message"} role={message.isError ? "alert" : "status"}>
            {message.text}
          </p>
        )}
        {state?.phase === "done" && <LastLink state={state} />}
        <LocalRecordingList
          recordings={recordings.slice(0, 2)}
          isSignedIn={isSignedIn}
          settle={settle}
          onMessage={(words, isError) => setMessage({ text: words, isError })}
        />
        <div className={isMore ? "settings wide" : "settings"}>
          <DeviceRow device="microphone" devices={microphones} chosen={setup.microphone} onChange={(microphone) => change({ microphone })}>
            <Meter level={level} />
          </DeviceRow>
          <DeviceRow
            device="camera"
            devices={cameras}
            chosen={isCameraAlone ? (setup.camera ?? { deviceId: null }) : setup.camera}
            onChange={(chosen) => change({ camera: chosen })}
          />
          <SoundAndCountdown setup={setup} onChange={change} />
          {isSignedIn && <RecordInto saveTargets={saveTargets} />}
          {isMore && <MoreRows setup={setup} isSignedIn={isSignedIn} onChange={change} />}
          <button type="button" className="more" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
            <span className="grow">{t(isMore ? "recorder:popup.less" : "recorder:popup.more")}</span>
            <ChevronIcon />
          </button>
        </div>
        {camera && !isMore && <RecordPreview setup={setup} camera={camera} />}
      </div>
      <RecordFoot isSignedIn={isSignedIn} isStarting={isStarting} shortcut={shortcut} onStart={begin} />
    </main>
  );
}
