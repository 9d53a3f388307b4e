import { useCallback, useEffect, useState } from "react";

/** What can be chosen, and whether the browser lets us. */
export interface Devices {
  microphones: MediaDeviceInfo[];
  cameras: MediaDeviceInfo[];
  /** Names of devices are told once one was allowed: ask again then. */
  refresh: () => void;
}

/** The microphones and cameras of this machine, also when one is plugged in meanwhile. */
export function useDevices(): Devices {
  const [devices, setDevices] = useState<MediaDeviceInfo[]>([]);
  const refresh = useCallback((): void => {
    // Pages without a safe origin have no devices.
    void navigator.mediaDevices?.enumerateDevices().then(setDevices, () => setDevices([]));
  }, []);
  useEffect(() => {
    refresh();
    navigator.mediaDevices?.addEventListener("devicechange", refresh);
    return () => navigator.mediaDevices?.removeEventListener("devicechange", refresh);
  }, [refresh]);
  // Before anything was allowed, browsers list nameless places for devices.
  const named = (kind: MediaDeviceKind): MediaDeviceInfo[] =>
    devices.filter((device) => device.kind === kind && device.label !== "" && device.deviceId !== "default");
  return { microphones: named("audioinput"), cameras: named("videoinput"), refresh };
}
