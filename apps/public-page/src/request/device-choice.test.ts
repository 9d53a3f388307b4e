import { expect, test } from "vitest";
import { cameraConstraints, deviceProblem, isMirrored, listsOf, microphoneConstraints } from "./device-choice.ts";

const device = (kind: MediaDeviceKind, deviceId: string, label: string) => ({ kind, deviceId, label });

test("devices are offered once, and only with names", () => {
  expect(listsOf([device("audioinput", "", ""), device("videoinput", "", "")])).toEqual({ microphones: [], cameras: [] });
  const lists = listsOf([
    device("audioinput", "default", "Default - Built-in"),
    device("audioinput", "m1", "Built-in"),
    device("audiooutput", "o1", "Loudspeaker"),
    device("videoinput", "c1", "Front"),
  ]);
  expect(lists.microphones.map(({ deviceId }) => deviceId)).toEqual(["m1"]);
  expect(lists.cameras.map(({ label }) => label)).toEqual(["Front"]);
});

test("a chosen camera has priority over the side of the phone", () => {
  expect(cameraConstraints(null, "environment")).toMatchObject({ facingMode: { ideal: "environment" } });
  expect(cameraConstraints("c1", "user")).toMatchObject({ deviceId: { ideal: "c1" } });
  expect(cameraConstraints("c1", "user")).not.toHaveProperty("facingMode");
  expect(microphoneConstraints("m1")).toMatchObject({ deviceId: { ideal: "m1" } });
});

test("a device that does not open has a reason", () => {
  const refused = (name: string): Error => Object.assign(new Error("refused"), { name });
  expect(deviceProblem(refused("NotAllowedError"), "microphone")).toBe("askBlocked_microphone");
  expect(deviceProblem(refused("NotFoundError"), "camera")).toBe("askRecorder_no-device");
  expect(deviceProblem(refused("NotReadableError"), "camera")).toBe("askRecorder_device-busy");
  expect(deviceProblem("odd", "camera")).toBe("askRecorder_failed");
});

test("only a camera at the back is not mirrored", () => {
  const stream = (facingMode?: string) => ({ getVideoTracks: () => [{ getSettings: () => ({ facingMode }) }] }) as unknown as MediaStream;
  expect(isMirrored(stream())).toBe(true);
  expect(isMirrored(stream("user"))).toBe(true);
  expect(isMirrored(stream("environment"))).toBe(false);
});
