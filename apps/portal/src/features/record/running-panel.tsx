import { Button } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import type { RecorderState } from "@stillreel/recorder";
import {
  IconMicrophone,
  IconMicrophoneOff,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconRefresh,
  IconTrash,
  IconVideo,
  IconVideoOff,
  IconVolume,
  type Icon,
} from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/dialog.tsx";
import { formatDuration } from "../../entities/items/item-facts.ts";
import { Meter } from "./meter.tsx";
import { pageRecorder } from "./page-recorder.ts";
import styles from "./record.module.css";
import { lastStart, destinationName } from "./recording-destination.ts";
import { Stage } from "./stage.tsx";

type Running = Extract<RecorderState, { phase: "recording" | "paused" | "finishing" }>;
const seconds = (ms: number): string => formatDuration(Math.floor(ms / 1_000));

/** An active recording: picture, time, actions and stored amount. */
export function RunningPanel({ state }: { state: Running }): ReactNode {
  const { t } = useTranslation("recorder");
  const { main, camera } = pageRecorder.pictures();
  const isPaused = state.phase === "paused";
  useHotkeys([["space", () => pageRecorder.command({ do: isPaused ? "resume" : "pause" })]]);
  return (
    <section className={styles.running} aria-label={t("portal.running")}>
      <Stage
        main={main}
        camera={state.camera?.on ? camera : null}
        bubble={state.camera?.bubble ?? { x: 0, y: 0, size: 0, shape: "round" }}
        onBubble={(position) => pageRecorder.command({ do: "bubble", position })}
      />
      <Controls state={state} />
      <Notes state={state} />
    </section>
  );
}

function Controls({ state }: { state: Running }): ReactNode {
  const { t } = useTranslation("recorder");
  const [asked, setAsked] = useState<"restart" | "discard" | null>(null);
  const isPaused = state.phase === "paused";
  const isOver = state.phase === "finishing";
  return (
    <div className={styles.bar} role="toolbar" aria-label={t("portal.running")}>
      <button type="button" className={styles.stop} disabled={isOver} onClick={() => pageRecorder.command({ do: "stop" })}>
        <IconPlayerStopFilled size={18} aria-hidden="true" />
        {t("portal.stop")}
      </button>
      <span className={styles.time} data-paused={isPaused || undefined}>
        <span className={styles.dot} />
        <span role="timer" aria-label={t(isPaused ? "portal.pausedAt" : "portal.recordedFor")}>
          {seconds(state.elapsedMs)}
        </span>
      </span>
      <Tool
        icon={isPaused ? IconPlayerPlayFilled : IconPlayerPauseFilled}
        label={t(isPaused ? "portal.resume" : "portal.pause")}
        isOff={isOver}
        onPress={() => pageRecorder.command({ do: isPaused ? "resume" : "pause" })}
      />
      <Tool icon={IconRefresh} label={t("portal.restart")} isOff={isOver} onPress={() => setAsked("restart")} />
      <Tool icon={IconTrash} label={t("portal.discard")} isOff={isOver} onPress={() => setAsked("discard")} />
      <Devices state={state} isOver={isOver} />
      {asked && (
        <Ask
          what={asked}
          onNo={() => setAsked(null)}
          onYes={() => {
            setAsked(null);
            pageRecorder.command({ do: asked });
          }}
        />
      )}
    </div>
  );
}

/** Microphone, system sound and camera, as far as they are recorded. */
function Devices({ state, isOver }: { state: Running; isOver: boolean }): ReactNode {
  const { t } = useTranslation("recorder");
  const { microphone, camera } = state;
  return (
    <>
      {microphone && (
        <>
          <Tool
            icon={microphone.muted ? IconMicrophoneOff : IconMicrophone}
            label={t(microphone.muted ? "portal.unmute" : "portal.mute")}
            isOff={isOver || state.lost.includes("microphone")}
            onPress={() => pageRecorder.command({ do: "mute", muted: !microphone.muted })}
          />
          <Meter level={microphone.muted ? 0 : microphone.level} label={t("portal.level")} />
        </>
      )}
      {state.systemSound && (
        <span className={styles.audioLevel}>
          <IconVolume size={19} stroke={1.8} aria-hidden="true" />
          <Meter level={state.systemSound.level} label={t("portal.systemLevel")} />
        </span>
      )}
      {camera && (
        <Tool
          icon={camera.on ? IconVideo : IconVideoOff}
          label={t(camera.on ? "portal.cameraOff" : "portal.cameraOn")}
          isOff={isOver}
          onPress={() => pageRecorder.command({ do: "camera", on: !camera.on })}
        />
      )}
    </>
  );
}

function Tool({ icon: ToolIcon, label, isOff, onPress }: { icon: Icon; label: string; isOff: boolean; onPress: () => void }): ReactNode {
  return (
    <button type="button" className={styles.tool} aria-label={label} title={label} disabled={isOff} onClick={onPress}>
      <ToolIcon size={19} stroke={1.8} aria-hidden="true" />
    </button>
  );
}

function Ask({ what, onNo, onYes }: { what: "restart" | "discard"; onNo: () => void; onYes: () => void }): ReactNode {
  const { t } = useTranslation("recorder");
  return (
    <Dialog onClose={onNo} title={t(`portal.ask.${what}Title`)} size={420} hasCloseButton={false}>
      <p className={styles.question}>{t(`portal.ask.${what}`)}</p>
      <div className={styles.answers}>
        <Button variant="default" onClick={onNo} data-first-focus>
          {t("portal.ask.no")}
        </Button>
        <Button variant="danger" onClick={onYes}>
          {t(`portal.${what}`)}
        </Button>
      </div>
    </Dialog>
  );
}

/** Locally stored and uploaded amount, and warnings. */
function Notes({ state }: { state: Running }): ReactNode {
  const { t } = useTranslation("recorder");
  const { progress, microphone, lost, slow } = state;
  const start = lastStart();
  const closed = progress.home ? start : start.lost && { name: destinationName(start.lost) };
  const warnings = [
    ...(closed ? [closed.name === null ? t("portal.toOwnUnnamed") : t("portal.toOwn", { name: closed.name })] : []),
    ...(microphone?.silent && !microphone.muted ? [t("portal.silent")] : []),
    ...lost.map((device) => t(`portal.lost.${device}`)),
    ...(slow ? [t("portal.slow")] : []),
    ...(progress.trouble ? [t(`portal.trouble.${progress.trouble}`)] : []),
  ];
  return (
    <div className={styles.notes}>
      <p>
        {state.phase === "finishing"
          ? t("portal.finishing")
          : t("portal.kept", { here: seconds(progress.disk.ms), there: seconds(progress.server.ms) })}
      </p>
      <div role="status">
        {warnings.map((warning) => (
          <p key={warning} className={styles.warning}>
            {warning}
          </p>
        ))}
      </div>
    </div>
  );
}
