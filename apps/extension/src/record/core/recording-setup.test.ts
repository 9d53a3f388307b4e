import { DEFAULT_SETUP } from "@stillreel/recorder/types";
import { expect, test } from "vitest";
import { parseSetup, usableOf } from "./recording-setup.ts";

test("without stored values the set-up is that of a new user", () => {
  expect(parseSetup(undefined)).toEqual(DEFAULT_SETUP);
});

test("a stored set-up is restored", () => {
  const chosen = {
    ...DEFAULT_SETUP,
    source: "area",
    microphone: null,
    camera: { deviceId: "one" },
    bubble: { x: 0.5, y: 0.25, size: 0.3, shape: "square" },
    resolution: 2160,
    frameRate: 60,
    countdown: 0,
    live: true,
  } as const;
  expect(parseSetup(JSON.parse(JSON.stringify(chosen)))).toEqual(chosen);
});

test("invalid values become defaults, and valid values stay", () => {
  expect(
    parseSetup({
      source: "neighbour",
      microphone: { deviceId: 7 },
      camera: "yes",
      bubble: { x: 2, y: "0", shape: "star" },
      resolution: 1081,
      frameRate: "30",
      countdown: -1,
      live: "no",
      showClicks: false,
    }),
  ).toEqual({ ...DEFAULT_SETUP, showClicks: false });
});

test("devices without browser permission are removed, and the others stay", () => {
  const wanted = { ...DEFAULT_SETUP, microphone: { deviceId: "voice" }, camera: { deviceId: "face" } };
  expect(usableOf(wanted, { microphone: "granted", camera: "granted" })).toEqual(wanted);
  expect(usableOf(wanted, { microphone: "denied", camera: "granted" })).toEqual({ ...wanted, microphone: null });
  expect(usableOf(wanted, { microphone: "granted", camera: "prompt" })).toEqual({ ...wanted, camera: null });
});

test("a camera recording always has a camera, whether the bubble is on or off", () => {
  const camera = { ...DEFAULT_SETUP, source: "camera" as const, microphone: null };
  const access = { microphone: "denied", camera: "denied" } as const;
  expect(usableOf({ ...camera, camera: null }, access).camera).toEqual({ deviceId: null });
  expect(usableOf({ ...camera, camera: { deviceId: "face" } }, access).camera).toEqual({ deviceId: "face" });
});
