import { Button } from "@mantine/core";
import type { RecorderState, RecordingSetup } from "@stillreel/recorder";
import { IconDownload } from "@tabler/icons-react";
import { useBlocker } from "@tanstack/react-router";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/dialog.tsx";
import { BarePage } from "../../ui/bare-page.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { formatDuration } from "../../entities/items/item-facts.ts";
import { folderTarget } from "../../entities/spaces/addresses.ts";
import { knownWorkspace } from "../../entities/spaces/spaces.queries.ts";
import { latestTarget } from "../../entities/uploads/upload-target.ts";
import { failureKey } from "./failure-text.ts";
import { saveStoredRecording } from "./stored-recording-actions.ts";
import { newOrder } from "./new-order.ts";
import { pageRecorder } from "./page-recorder.ts";
import { checkDestination } from "./check-destination.ts";
import { defaultWorkspaceId } from "./default-workspace.ts";
import { noteStart, destinationBefore, destinationName } from "./recording-destination.ts";
import { RecoveryBanner } from "./recovery-banner.tsx";
import styles from "./record.module.css";
import { RunningPanel } from "./running-panel.tsx";
import { storeSetup, PORTAL_SOURCES, readSetup, type PortalSource } from "./stored-setup.ts";
import { SetupPanel } from "./setup-panel.tsx";
import { Stage } from "./stage.tsx";
import { useAfterRecording } from "./use-after-recording.ts";
import { useDevices } from "./use-devices.ts";
import { type Destinations, useDestinations } from "./use-destinations.ts";
import { useLevel, usePreview } from "./use-preview.ts";
import { useRecorder } from "./use-recorder.ts";

/** Returns the available sources: phones provide only the camera, insecure origins nothing. */
const canRecord = (): { screen: boolean; camera: boolean } => ({
  screen: typeof navigator.mediaDevices?.getDisplayMedia === "function",
  camera: typeof navigator.mediaDevices?.getUserMedia === "function",
});

/** Records screen, window or camera without the extension. */
export function RecordScreen(): ReactNode {
  const { t } = useTranslation("recorder");
  const state = useRecorder();
  const isGoing = !["idle", "done", "failed"].includes(state.phase);
  usePageTitle(t("portal.pageTitle"));
  useAfterRecording(state);
  const [{ ref, folderId }] = useState(() => destinationBefore(latestTarget(), defaultWorkspaceId(), () => undefined));
  const back = folderTarget({ ref, kind: "video", folderId });
  const workspace = knownWorkspace(ref);
  return (
    <BarePage className={styles.page} back={back} backText={workspace ? t("portal.backTo", { name: workspace.name }) : t("portal.back")}>
      <main className={styles.main} id="content" tabIndex={-1}>
        <h1 className={styles.title}>{t("portal.heading")}</h1>
        {!isGoing && <RecoveryBanner />}
        <Body state={state} />
      </main>
      <LeaveGuard isGoing={isGoing} />
    </BarePage>
  );
}

function Body({ state }: { state: RecorderState }): ReactNode {
  switch (state.phase) {
    case "recording":
    case "paused":
    case "finishing":
      return <RunningPanel state={state} />;
    case "countdown":
      return <Countdown secondsLeft={state.secondsLeft} />;
    case "done":
      return state.itemId === null ? <StoredHere state={state} /> : null;
    default:
      return <Setup state={state} />;
  }
}

function Setup({ state }: { state: Extract<RecorderState, { phase: "idle" | "preparing" | "failed" }> }): ReactNode {
  const { t } = useTranslation("recorder");
  const can = canRecord();
  const sources: readonly PortalSource[] = can.screen ? PORTAL_SOURCES : ["camera"];
  const [setup, setSetup] = useState<RecordingSetup>(() => {
    const stored = readSetup();
    return can.screen ? stored : { ...stored, source: "camera" };
  });
  const [isRequested, setRequested] = useState(false);
  const where = useDestinations();
  const [isAsking, setAsking] = useState(false);
  const devices = useDevices();
  const isPreparing = state.phase === "preparing";
  // Devices are released before the recorder opens them, because some can be opened only once.
  const microphone = usePreview("microphone", isPreparing ? null : setup.microphone, isRequested, devices.refresh);
  const wholeCamera = setup.source === "camera" ? (setup.camera ?? { deviceId: null }) : setup.camera;
  const camera = usePreview("camera", isPreparing ? null : wholeCamera, isRequested, devices.refresh);
  const level = useLevel(microphone);
  const change = useCallback((changed: Partial<RecordingSetup>): void => setSetup((before) => ({ ...before, ...changed })), []);
  useEffect(() => storeSetup(setup), [setup]);
  if (!can.camera) return <p className={styles.failure}>{t("portal.failure.unsafe")}</p>;
  const isWhole = setup.source === "camera";
  return (
    <>
      {!can.screen && <p className={styles.notice}>{t("portal.phone")}</p>}
      {state.phase === "failed" && (
        <p className={styles.failure} role="alert">
          {t(`portal.failure.${failureKey(state.failure)}`)}
        </p>
      )}
      <div className={styles.columns}>
        <SetupPanel
          setup={setup}
          sources={sources}
          devices={devices}
          level={level}
          isStarting={isPreparing || isAsking}
          onChange={change}
          onDeviceRequest={() => setRequested(true)}
          where={where}
          onStart={() => {
            setAsking(true);
            void startRecording(setup, where).finally(() => setAsking(false));
          }}
        />
        <div className={styles.side}>
          <Stage
            main={isWhole ? camera : null}
            camera={isWhole ? null : camera}
            bubble={setup.bubble}
            onBubble={(bubble) => change({ bubble })}
          >
            <p className={styles.empty}>{t(isPreparing ? "portal.choosing" : isWhole ? "portal.emptyCamera" : "portal.empty")}</p>
          </Stage>
          <p className={styles.hint}>{t(camera && !isWhole ? "portal.bubbleHint" : "portal.linkHint")}</p>
        </div>
      </div>
    </>
  );
}

/** Starts a recording into the selected target, or into the personal library when it is closed. */
async function startRecording(setup: RecordingSetup, where: Destinations): Promise<void> {
  const { destination, lost } = await checkDestination(where.destination);
  noteStart({ ref: destination.ref, name: destinationName(destination), lost: lost ?? where.lost });
  void pageRecorder.start(newOrder(setup, destination, new Date()));
}

function Countdown({ secondsLeft }: { secondsLeft: number }): ReactNode {
  const { t } = useTranslation("recorder");
  return (
    <section className={styles.countdown} aria-label={t("portal.countdown")}>
      {secondsLeft > 0 ? (
        <p className={styles.number} role="timer">
          {secondsLeft}
        </p>
      ) : (
        <p role="status">{t("portal.ready")}</p>
      )}
      <div className={styles.answers}>
        {secondsLeft > 0 && <Button onClick={() => pageRecorder.command({ do: "skip-countdown" })}>{t("portal.startNow")}</Button>}
        <Button variant="default" onClick={() => pageRecorder.command({ do: "stop" })}>
          {t("portal.cancel")}
        </Button>
      </div>
    </section>
  );
}

/** Stopped, but not yet known to the server. */
function StoredHere({ state }: { state: Extract<RecorderState, { phase: "done" }> }): ReactNode {
  const { t } = useTranslation("recorder");
  const { trouble } = state.progress;
  return (
    <section className={styles.countdown}>
      <h2>{t("portal.keptHere.title", { length: formatDuration(state.durationMs / 1_000) })}</h2>
      <p role="status">{t(trouble ? `portal.trouble.${trouble}` : "portal.keptHere.text")}</p>
      <div className={styles.answers}>
        <Button
          variant="default"
          leftSection={<IconDownload size={17} stroke={1.7} aria-hidden="true" />}
          onClick={() => void saveStoredRecording(state.id)}
        >
          {t("portal.recovery.save")}
        </Button>
        <Button onClick={() => pageRecorder.reset()}>{t("portal.keptHere.again")}</Button>
      </div>
    </section>
  );
}

/** Asks before navigation while a recording is active. */
function LeaveGuard({ isGoing }: { isGoing: boolean }): ReactNode {
  const { t } = useTranslation("recorder");
  const blocker = useBlocker({ shouldBlockFn: () => isGoing, enableBeforeUnload: false, withResolver: true });
  if (blocker.status !== "blocked") return null;
  return (
    <Dialog onClose={blocker.reset} title={t("portal.leave.title")} size={420} hasCloseButton={false}>
      <p className={styles.question}>{t("portal.leave.text")}</p>
      <div className={styles.answers}>
        <Button variant="default" onClick={blocker.proceed}>
          {t("portal.leave.yes")}
        </Button>
        <Button onClick={blocker.reset} data-first-focus>
          {t("portal.leave.no")}
        </Button>
      </div>
    </Dialog>
  );
}
