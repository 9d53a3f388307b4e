import { type ReactNode, useEffect, useRef, useState } from "react";
import { cameraConstraints, deviceProblem, type Facing, isMirrored, microphoneConstraints } from "./device-choice.ts";
import { DeviceSelect, LevelMeter } from "./device-fields.tsx";
import { Icon } from "./icons.tsx";
import type { RecordingChoice } from "./recording-device.ts";
import { isUsable, type Translate } from "./request-data.ts";
import { closeStream, useDeviceLists } from "./use-devices.ts";

interface Props {
  t: Translate;
  choice: RecordingChoice;
  onChoice: (choice: RecordingChoice) => void;
  onStart: (choice: RecordingChoice) => void;
  /** Receives the key of the text that says why a device did not open. */
  onProblem: (key: string) => void;
  onCancel: () => void;
}

/** The open devices of the preview. */
interface Opened {
  camera: MediaStream;
  microphone: MediaStream | null;
}

/** Opens the devices, the microphone first, so that its refusal has an own text. @throws the key of the text */
async function openDevices({ sound, microphoneId, cameraId }: RecordingChoice, facing: Facing): Promise<Opened> {
  const open = (what: "microphone" | "camera", constraints: MediaStreamConstraints): Promise<MediaStream> =>
    navigator.mediaDevices.getUserMedia(constraints).catch((error: unknown) => {
      throw new Error(deviceProblem(error, what));
    });
  const microphone = sound ? await open("microphone", { audio: microphoneConstraints(microphoneId) }) : null;
  try {
    return { microphone, camera: await open("camera", { video: cameraConstraints(cameraId, facing) }) };
  } catch (error) {
    closeStream(microphone);
    throw error;
  }
}

/** The devices of a choice, which are closed when it changes. */
function useOpened({ sound, microphoneId, cameraId }: RecordingChoice, facing: Facing, onProblem: Props["onProblem"]): Opened | null {
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    let isGone = false;
    let made: Opened | null = null;
    const close = (): void => {
      closeStream(made?.camera ?? null);
      closeStream(made?.microphone ?? null);
    };
    openDevices({ source: "camera", face: false, sound, microphoneId, cameraId }, facing).then(
      (devices) => {
        made = devices;
        if (isGone) close();
        else setOpened(devices);
      },
      (error: unknown) => {
        if (!isGone) onProblem((error as Error).message);
      },
    );
    return () => {
      isGone = true;
      close();
      setOpened(null);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the devices are opened again only for another choice
  }, [sound, microphoneId, cameraId, facing]);
  return opened;
}

/** Devices of the preview with the level of the microphone. */
function Devices({ t, choice, opened, onChoice }: Pick<Props, "t" | "choice" | "onChoice"> & { opened: Opened | null }): ReactNode {
  const { microphones, cameras } = useDeviceLists(opened);
  return (
    <div className="devices">
      <div>
        <DeviceSelect
          label={t("askCamera")}
          devices={cameras}
          value={opened?.camera.getVideoTracks()[0]?.getSettings().deviceId ?? choice.cameraId}
          onChange={(cameraId) => onChoice({ ...choice, cameraId })}
        />
      </div>
      {choice.sound && (
        <div>
          <DeviceSelect
            label={t("askMicrophone")}
            devices={microphones}
            value={opened?.microphone?.getAudioTracks()[0]?.getSettings().deviceId ?? choice.microphoneId}
            onChange={(microphoneId) => onChoice({ ...choice, microphoneId })}
          />
          {opened?.microphone && <LevelMeter t={t} stream={opened.microphone} />}
        </div>
      )}
    </div>
  );
}

/** The camera before the recording: a mirrored preview, the devices, and on phones the other camera. */
export function SetupView({ t, choice, onChoice, onStart, onProblem, onCancel }: Props): ReactNode {
  const [facing, setFacing] = useState<Facing>("user");
  const opened = useOpened(choice, facing, onProblem);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = opened?.camera ?? null;
  }, [opened]);
  const start = (): void => {
    const idOf = (track: MediaStreamTrack | undefined): string | null => track?.getSettings().deviceId ?? null;
    onStart({
      ...choice,
      cameraId: idOf(opened?.camera.getVideoTracks()[0]),
      microphoneId: idOf(opened?.microphone?.getAudioTracks()[0]),
    });
  };
  const flip = (): void => {
    setFacing(facing === "user" ? "environment" : "user");
    onChoice({ ...choice, cameraId: null });
  };
  return (
    <div className="card recording" data-camera>
      <video
        ref={video}
        className="selfview"
        data-mirrored={isMirrored(opened?.camera ?? null) || undefined}
        autoPlay
        muted
        playsInline
        aria-hidden="true"
      />
      <h2>{t("askSetup")}</h2>
      {!opened && (
        <p className="hint" role="status">
          {t("askAllow")}
        </p>
      )}
      <Devices t={t} choice={choice} opened={opened} onChoice={onChoice} />
      <div className="row">
        <button type="button" className="btn filled lg" disabled={!opened} onClick={start}>
          <i className="dot" aria-hidden="true" />
          {t("askStart")}
        </button>
        {!isUsable("screen") && (
          <button type="button" className="btn default lg" disabled={!opened} onClick={flip}>
            <Icon name="flip" />
            {t("askFlip")}
          </button>
        )}
        <button type="button" className="btn default lg" onClick={onCancel}>
          {t("askCancel")}
        </button>
      </div>
    </div>
  );
}
