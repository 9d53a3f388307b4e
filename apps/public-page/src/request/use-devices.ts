import { useEffect, useState } from "react";
import { type DeviceLists, listsOf, microphoneConstraints } from "./device-choice.ts";

const NONE: DeviceLists = { microphones: [], cameras: [] };

/** Stops a stream, so that the light of its device goes off. */
export function closeStream(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** Returns the devices of the browser, and reads them again when `version` or the devices change. It never asks for permission. */
export function useDeviceLists(version: unknown): DeviceLists {
  const [lists, setLists] = useState(NONE);
  useEffect(() => {
    const { mediaDevices } = navigator;
    if (typeof mediaDevices?.enumerateDevices !== "function") return undefined;
    const read = (): void =>
      void mediaDevices.enumerateDevices().then(
        (devices) => setLists(listsOf(devices)),
        () => undefined,
      );
    read();
    mediaDevices.addEventListener("devicechange", read);
    return () => mediaDevices.removeEventListener("devicechange", read);
  }, [version]);
  return lists;
}

/** Returns whether the browser opens the microphone without a question. */
const isAllowed = (): Promise<boolean> =>
  navigator.permissions.query({ name: "microphone" }).then(
    ({ state }) => state === "granted",
    () => false,
  );

/** Opens the microphone for a level meter. Null while it is off, and before the visitor has allowed it: permission is requested at the start. */
export function useAllowedMicrophone(isOn: boolean, deviceId: string | null): MediaStream | null {
  const [stream, setStream] = useState<MediaStream | null>(null);
  useEffect(() => {
    if (!isOn) return undefined;
    let isGone = false;
    let opened: MediaStream | null = null;
    const open = async (): Promise<void> => {
      if (!(await isAllowed()) || isGone) return;
      opened = await navigator.mediaDevices.getUserMedia({ audio: microphoneConstraints(deviceId) });
      if (isGone) closeStream(opened);
      else setStream(opened);
    };
    // Without a meter the recording works, too.
    open().catch(() => undefined);
    return () => {
      isGone = true;
      closeStream(opened);
      setStream(null);
    };
  }, [isOn, deviceId]);
  return stream;
}
