import { expect, test } from "vitest";
import { toSetup } from "./stored-setup.ts";

test("a stored set-up is restored", () => {
  const setup = toSetup({
    source: "window",
    microphone: null,
    camera: { deviceId: "c" },
    resolution: 2160,
    frameRate: 60,
    countdown: 5,
    live: true,
  });
  expect(setup).toMatchObject({
    source: "window",
    microphone: null,
    camera: { deviceId: "c" },
    resolution: 2160,
    frameRate: 60,
    countdown: 5,
    live: true,
  });
  expect(toSetup(JSON.parse(JSON.stringify(setup)))).toEqual(setup);
});

test.each([
  null,
  7,
  "x",
  [],
  { source: "tab", resolution: 333, countdown: -1, bubble: { x: 9, size: Number.NaN, shape: "star" }, camera: 5 },
])("from %j comes a set-up that can be used", (stored) => {
  const setup = toSetup(stored);
  expect(setup).toMatchObject({ source: "screen", resolution: 1080, countdown: 3, camera: null });
  expect(setup.bubble.x).toBeLessThanOrEqual(1);
  expect(setup.bubble).toMatchObject({ size: 0.18, shape: "round" });
});
