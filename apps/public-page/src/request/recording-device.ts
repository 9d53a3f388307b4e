import { useEffect, useRef, useState } from "react";
import type { OpenedRequest } from "@stillreel/contract";
import type { LocalRecordings, Pictures, Recorder, RecorderState } from "@stillreel/recorder";

/** What the visitor chose before the start. */
export interface RecordingChoice {
  source: "screen" | "camera";
  sound: boolean;
  face: boolean;
  /** Chosen devices; null for the default ones. */
  microphoneId: string | null;
  cameraId: string | null;
}

interface Device {
  recorder: Recorder;
  local: LocalRecordings;
}

let loaded: Promise<Device> | undefined;

/** Loads the recorder at its first use: most of the page works without it. */
export function loadDevice(): Promise<Device> {
  loaded ??= import("@stillreel/recorder").then(({ browserPorts, createLocalRecordings, createRecorder }) => {
    // Recordings stay in this browser until Send.
    const ports = browserPorts({ headers: () => Promise.resolve(null) });
    return { recorder: createRecorder(ports), local: createLocalRecordings(ports) };
  });
  return loaded;
}

/** The recorder of the page with its state. It stops at the length limit. */
export function useRecording({ title, maxSeconds }: Pick<OpenedRequest, "title" | "maxSeconds">) {
  const [state, setState] = useState<RecorderState>({ phase: "idle" });
  const device = useRef<Device | null>(null);
  useEffect(() => {
    if (state.phase === "recording" && maxSeconds !== null && state.elapsedMs >= maxSeconds * 1_000)
      device.current?.recorder.command({ do: "stop" });
  }, [state, maxSeconds]);

  const start = async ({ source, sound, face, microphoneId, cameraId }: RecordingChoice): Promise<void> => {
    setState({ phase: "preparing", id: "", source });
    if (device.current === null) {
      device.current = await loadDevice();
      device.current.recorder.subscribe(setState);
    }
    const { DEFAULT_SETUP } = await import("@stillreel/recorder");
    const { recorder } = device.current;
    recorder.reset();
    const setup = {
      ...DEFAULT_SETUP,
      source,
      microphone: sound ? { deviceId: microphoneId } : null,
      camera: source === "camera" || face ? { deviceId: cameraId } : null,
    };
    const target = { server: null, title, fileName: "answer.mp4", pageUrl: null, folderId: null, workspaceId: "personal" };
    await recorder.start({ ...target, setup, tab: null, area: null });
  };
  return {
    state,
    start,
    stop: () => device.current?.recorder.command({ do: "stop" }),
    pause: () => device.current?.recorder.command({ do: state.phase === "paused" ? "resume" : "pause" }),
    pictures: (): Pictures => device.current?.recorder.pictures() ?? { main: null, camera: null },
    reset: () => device.current?.recorder.reset(),
  };
}

export type Recording = ReturnType<typeof useRecording>;
