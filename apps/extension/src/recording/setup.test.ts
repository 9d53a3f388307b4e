import { DEFAULT_SETUP } from "@stillreel/recorder/types";
import { expect, test } from "vitest";
import { parseSetup } from "./setup.ts";

test("nothing stored is the set-up of somebody who never recorded", () => {
  expect(parseSetup(undefined)).toEqual(DEFAULT_SETUP);
});

test("what was chosen is found again", () => {
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

test("what makes no sense is as by default, and the rest stays", () => {
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
