/** Microphones and cameras of this browser. Both are empty before the visitor has allowed them once: then they have no names. */
export interface DeviceLists {
  microphones: NamedDevice[];
  cameras: NamedDevice[];
}

/** A device with its name. */
export type NamedDevice = Pick<MediaDeviceInfo, "deviceId" | "label">;

/** Returns the devices that can be chosen, each once. Browsers list the default device a second time under an own id. */
export function listsOf(devices: readonly Pick<MediaDeviceInfo, "deviceId" | "label" | "kind">[]): DeviceLists {
  const named = (kind: MediaDeviceKind): NamedDevice[] =>
    devices.filter((device) => device.kind === kind && device.label !== "" && !["", "default", "communications"].includes(device.deviceId));
  return { microphones: named("audioinput"), cameras: named("videoinput") };
}

/** Side of a phone that its camera shows. */
export type Facing = "user" | "environment";

/** Returns the constraints of a camera: the chosen one, or one on a side of a phone. */
export const cameraConstraints = (deviceId: string | null, facing: Facing): MediaTrackConstraints => ({
  ...(deviceId === null ? { facingMode: { ideal: facing } } : { deviceId: { ideal: deviceId } }),
  width: { ideal: 1_920 },
  height: { ideal: 1_080 },
});

/** Returns the constraints of a microphone. */
export const microphoneConstraints = (deviceId: string | null): MediaTrackConstraints => ({
  ...(deviceId === null ? {} : { deviceId: { ideal: deviceId } }),
  echoCancellation: true,
  noiseSuppression: true,
});

/** Returns the key of the text for a device that did not open. */
export function deviceProblem(error: unknown, what: "microphone" | "camera"): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return `askBlocked_${what}`;
  if (name === "NotFoundError" || name === "OverconstrainedError") return "askRecorder_no-device";
  return name === "NotReadableError" || name === "AbortError" ? "askRecorder_device-busy" : "askRecorder_failed";
}

/** Returns whether a preview is mirrored: people expect it of a camera that shows themselves. What is recorded is not mirrored. */
export const isMirrored = (stream: Pick<MediaStream, "getVideoTracks"> | null): boolean =>
  stream?.getVideoTracks()[0]?.getSettings().facingMode !== "environment";
