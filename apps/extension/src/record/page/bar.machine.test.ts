import type { RecorderState } from "@stillreel/recorder/types";
import { expect, test } from "vitest";
import { type BarState, faceOf, NEW_BAR, nextBar, warningOf } from "./bar.machine.ts";
import { bubbleOf, clockText, elapsedAt, progressText, type RunningState } from "./bar.plan.ts";
import english from "@stillreel/i18n/en/recorder.json" with { type: "json" };

const running = (more: Partial<RunningState> = {}): RunningState =>
  ({
    phase: "recording",
    id: "one",
    source: "tab",
    elapsedMs: 61_000,
    itemId: null,
    shareUrl: null,
    live: false,
    slow: false,
    microphone: { level: 0, silent: false, muted: false },
    systemSound: null,
    camera: null,
    lost: [],
    progress: { disk: { bytes: 10, ms: 61_000 }, server: { bytes: 9, ms: 59_000 }, trouble: null },
    width: 1280,
    height: 720,
    ...more,
  }) as RunningState;

const countdown = (more: Partial<RunningState> = {}): RecorderState => {
  const { id, source, microphone, systemSound, camera, lost, width, height } = running(more);
  return { phase: "countdown", id, source, microphone, systemSound, camera, lost, width, height, secondsLeft: 2 };
};

const after = (bar: BarState, ...states: RecorderState[]): BarState =>
  states.reduce((so, latest) => nextBar(so, { type: "updated", latest }), bar);

test("the bar is empty until something is recorded", () => {
  expect(faceOf(NEW_BAR)).toBe("hidden");
  expect(faceOf(after(NEW_BAR, { phase: "idle" }))).toBe("hidden");
  expect(faceOf(after(NEW_BAR, countdown()))).toBe("hidden");
  expect(faceOf(after(NEW_BAR, running()))).toBe("buttons");
  expect(faceOf(after(NEW_BAR, running({ phase: "paused" })))).toBe("buttons");
});

test("the camera's bubble is visible from the countdown until the stop, and never where the camera is the whole picture", () => {
  const position = { x: 0.2, y: 0.6, size: 0.18, shape: "round" } as const;
  const camera = { on: true, bubble: position };
  const shown = { position, width: 1280, height: 720 };
  expect(bubbleOf(countdown({ camera }))).toEqual(shown);
  expect(bubbleOf(running({ camera }))).toEqual(shown);
  expect(bubbleOf(running({ camera, phase: "paused" }))).toEqual(shown);
  expect(bubbleOf(running({ camera, phase: "finishing" }))).toBe(null);
  expect(bubbleOf(countdown({ camera: { on: false, bubble: position } }))).toBe(null);
  expect(bubbleOf(countdown({ camera, source: "camera" }))).toBe(null);
  expect(bubbleOf({ phase: "idle" })).toBe(null);
});

test("discarding needs a confirmation, which closes when it is answered or the recording finishes", () => {
  const asked = nextBar(after(NEW_BAR, running()), { type: "chose", what: { asked: "discard" } });
  expect(faceOf(asked)).toBe("asked");
  expect(faceOf(after(asked, running({ phase: "paused" })))).toBe("asked");
  expect(faceOf(nextBar(asked, { type: "chose", what: { asked: null } }))).toBe("buttons");
  const finishing = after(asked, running({ phase: "finishing" } as Partial<RunningState>));
  expect(faceOf(finishing)).toBe("finishing");
  expect(finishing.asked).toBeNull();
});

test("a recorder that stops responding is reported as lost until it responds again", () => {
  const lost = nextBar(nextBar(after(NEW_BAR, running()), { type: "chose", what: { isDrawing: true } }), { type: "lost" });
  expect(faceOf(lost)).toBe("lost");
  expect(lost.isDrawing).toBe(false);
  expect(faceOf(after(lost, running()))).toBe("buttons");
  expect(nextBar(NEW_BAR, { type: "lost" })).toBe(NEW_BAR);
  const ended = after(NEW_BAR, { phase: "idle" });
  expect(nextBar(ended, { type: "lost" })).toBe(ended);
});

test("a silent microphone is reported while it lasts, not when muted, and again when it recurs after it was dismissed", () => {
  const silent = running({ microphone: { level: 0, silent: true, muted: false } });
  const bar = after(NEW_BAR, silent);
  expect(warningOf(bar)).toBe("silent");
  expect(warningOf(after(NEW_BAR, running({ microphone: { level: 0, silent: true, muted: true } })))).toBeNull();
  const away = nextBar(bar, { type: "put-away", warning: "silent" });
  expect(warningOf(after(away, silent))).toBeNull();
  expect(warningOf(after(away, running(), silent))).toBe("silent");
});

test("a lost device is reported before other warnings", () => {
  const latest = running({ microphone: { level: 0, silent: true, muted: false }, lost: ["camera", "microphone"] });
  const bar = after(NEW_BAR, latest);
  expect(warningOf(bar)).toBe("microphoneLost");
  const second = nextBar(bar, { type: "put-away", warning: "microphoneLost" });
  expect(warningOf(second)).toBe("silent");
  expect(warningOf(nextBar(second, { type: "put-away", warning: "silent" }))).toBe("cameraLost");
});

test("the clock continues between two updates, stops in a pause, and does not continue after the recorder died", () => {
  expect(elapsedAt(running(), 1_000, 1_900)).toBe(61_900);
  expect(elapsedAt(running({ phase: "paused" }), 1_000, 1_900)).toBe(61_000);
  expect(elapsedAt(running(), 1_000, 600_000)).toBe(64_000);
  expect(elapsedAt(running(), 1_000, 900)).toBe(61_000);
  expect([0, 48_999, 600_000, 3_661_000].map(clockText)).toEqual(["0:00", "0:48", "10:00", "1:01:01"]);
});

test("the stored length and the reason for an interrupted upload are shown as text", () => {
  const { progress } = running();
  expect(progressText(progress, english.bar)).toBe("1:01 recorded, 0:59 uploaded");
  for (const trouble of ["offline", "signed-out", "server-full", "quota-full", "refused"] as const)
    expect(progressText({ ...progress, trouble }, english.bar)).toMatch(/1:01 recorded/u);
});
