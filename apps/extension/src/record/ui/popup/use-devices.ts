import type { RecordingSetup } from "@stillreel/recorder/types";
import { useEffect, useState } from "react";
import { type Device, type DeviceAccess, deviceAccess } from "../../core/device-access.ts";

/** A selectable microphone or camera. */
interface DeviceChoice {
  id: string;
  name: string;
}

/** Devices of one kind and their permission. */
export interface Devices {
  /** Null until the browser has answered. */
  access: DeviceAccess | null;
  choices: DeviceChoice[];
}

const KINDS = { microphone: "audioinput", camera: "videoinput" } as const satisfies Record<Device, MediaDeviceKind>;

async function devicesOf(device: Device): Promise<Devices> {
  const access = await deviceAccess(device);
  const all = await navigator.mediaDevices.enumerateDevices();
  const own = all.filter(
    ({ kind, deviceId }) => kind === KINDS[device] && deviceId !== "" && deviceId !== "default" && deviceId !== "communications",
  );
  return {
    access,
    choices: own.map(({ deviceId, label }) => ({ id: deviceId, name: label.replace(/\s*\([0-9a-f]{4}:[0-9a-f]{4}\)$/u, "") })),
  };
}

/** Follows connected devices and permissions. Never prompts. */
export function useDevices(device: Device): Devices {
  const [devices, setDevices] = useState<Devices>({ access: null, choices: [] });
  useEffect(() => {
    const read = (): void => void devicesOf(device).then(setDevices, () => undefined);
    read();
    navigator.mediaDevices.addEventListener("devicechange", read);
    let status: PermissionStatus | null = null;
    void navigator.permissions.query({ name: device as PermissionName }).then((found) => {
      status = found;
      found.addEventListener("change", read);
    });
    return () => {
      navigator.mediaDevices.removeEventListener("devicechange", read);
      status?.removeEventListener("change", read);
    };
  }, [device]);
  return devices;
}

/** Opens a permitted device and closes it again; null until it is open. */
export function useStream(device: Device, chosen: RecordingSetup["microphone"], isWanted: boolean): MediaStream | null {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const deviceId = chosen?.deviceId ?? null;
  const isOn = isWanted && chosen !== null;
  useEffect(() => {
    if (!isOn) return setStream(null);
    let opened: MediaStream | null = null;
    let isOver = false;
    const constraint = deviceId === null ? true : { deviceId };
    const close = (): void => opened?.getTracks().forEach((track) => track.stop());
    navigator.mediaDevices.getUserMedia({ [device === "camera" ? "video" : "audio"]: constraint }).then(
      (found) => {
        opened = found;
        if (isOver) close();
        else setStream(found);
      },
      () => setStream(null),
    );
    return () => {
      isOver = true;
      close();
    };
  }, [device, deviceId, isOn]);
  return stream;
}

/** Number of samples per level measurement. */
const WINDOW = 1_024;
/** Range of the meter in decibels below full scale. */
const RANGE_DB = 54;

/** Returns the level of a stream, 0 to 1, several dozen times a second. */
export function useLevel(stream: MediaStream | null): number {
  const [level, setLevel] = useState(0);
  useEffect(() => {
    if (!stream) return setLevel(0);
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = WINDOW;
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(WINDOW);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / WINDOW;
      const decibels = 10 * Math.log10(power + 1e-9);
      setLevel(Math.round(Math.min(1, Math.max(0, 1 + decibels / RANGE_DB)) * 50) / 50);
    }, 80);
    return () => {
      clearInterval(timer);
      void context.close();
    };
  }, [stream]);
  return level;
}
