import { listenTo, type SoundLevel } from "@stillreel/recorder";
import { useEffect, useState } from "react";

/** Update interval of the meter in milliseconds. */
const METER_MS = 120;
/** A device selected for preview. */
type Choice = { deviceId: string | null } | null;

/** Returns whether the browser would open a device without a prompt. Browsers that cannot report it open the device. */
async function isAllowed(name: "microphone" | "camera"): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: name as PermissionName })).state === "granted";
  } catch {
    return false;
  }
}

/**
 * Returns the stream of an enabled device; null before permission. The page prompts only when the user starts a recording or
 * enables a device (`isRequested`), never automatically.
 */
export function usePreview(kind: "microphone" | "camera", choice: Choice, isRequested: boolean, opened: () => void): MediaStream | null {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const deviceId = choice?.deviceId ?? null;
  const isOn = choice !== null;
  useEffect(() => {
    if (!isOn || navigator.mediaDevices === undefined) return;
    let isOver = false;
    let own: MediaStream | null = null;
    const close = (): void => {
      for (const track of own?.getTracks() ?? []) track.stop();
    };
    void (async () => {
      if (!isRequested && !(await isAllowed(kind))) return;
      const wanted = deviceId === null ? {} : { deviceId: { ideal: deviceId } };
      // A refusal is reported when the recording starts.
      own = await navigator.mediaDevices.getUserMedia(kind === "camera" ? { video: wanted } : { audio: wanted }).catch(() => null);
      if (isOver) return close();
      setStream(own);
      opened();
    })();
    return () => {
      isOver = true;
      close();
      setStream(null);
    };
  }, [kind, isOn, deviceId, isRequested, opened]);
  return stream;
}

/** Returns the current level of a stream. */
export function useLevel(stream: MediaStream | null): SoundLevel | null {
  const [level, setLevel] = useState<SoundLevel | null>(null);
  useEffect(() => {
    if (!stream) return;
    const meter = listenTo(stream, () => performance.now());
    const timer = setInterval(() => setLevel(meter.level()), METER_MS);
    return () => {
      clearInterval(timer);
      meter.close();
      setLevel(null);
    };
  }, [stream]);
  return level;
}
