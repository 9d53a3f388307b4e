import { useCallback, useEffect, useState } from "react";

/** Selectable devices and their permissions. */
export interface Devices {
  microphones: MediaDeviceInfo[];
  cameras: MediaDeviceInfo[];
  /** Requests the devices again: their names are available after permission. */
  refresh: () => void;
}

/** Returns the microphones and cameras of this machine, with updates on changes. */
export function useDevices(): Devices {
  const [devices, setDevices] = useState<MediaDeviceInfo[]>([]);
  const refresh = useCallback((): void => {
    // Insecure origins have no devices.
    void navigator.mediaDevices?.enumerateDevices().then(setDevices, () => setDevices([]));
  }, []);
  useEffect(() => {
    refresh();
    navigator.mediaDevices?.addEventListener("devicechange", refresh);
    return () => navigator.mediaDevices?.removeEventListener("devicechange", refresh);
  }, [refresh]);
  // Without permission browsers list devices without names.
  const named = (kind: MediaDeviceKind): MediaDeviceInfo[] =>
    devices.filter((device) => device.kind === kind && device.label !== "" && device.deviceId !== "default");
  return { microphones: named("audioinput"), cameras: named("videoinput"), refresh };
}
