import type { RecorderCommand } from "@stillreel/recorder/types";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reportPointer } from "./pointer.ts";

const HOST = {} as HTMLElement;
const PAGE = {};

let handlers: Map<string, (event: object) => void>;
let reports: RecorderCommand[];
let stop: AbortController;

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ["setTimeout", "clearTimeout", "performance"] });
  [handlers, reports, stop] = [new Map(), [], new AbortController()];
  vi.stubGlobal("addEventListener", (name: string, handler: (event: object) => void) => handlers.set(name, handler));
  vi.stubGlobal("innerWidth", 1_000);
  vi.stubGlobal("innerHeight", 500);
  vi.stubGlobal("visualViewport", null);
  reportPointer(HOST, (report) => reports.push(report), stop.signal);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const event = (name: "pointermove" | "pointerdown", clientX: number, clientY: number, over: object = {}): void =>
  handlers.get(name)?.({
    clientX,
    clientY,
    isTrusted: true,
    isPrimary: true,
    button: 0,
    target: PAGE,
    timeStamp: performance.now(),
    ...over,
  });

test("positions are reported at most ten times a second, the last one too, and nothing while the pointer rests", () => {
  for (let ms = 0; ms < 1_000; ms += 10) {
    event("pointermove", ms, 250);
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(100);
  expect(reports.length).toBeGreaterThanOrEqual(9);
  expect(reports.length).toBeLessThanOrEqual(11);
  expect(reports.at(-1)).toMatchObject({ do: "pointer", x: 0.99, y: 0.5, isPressed: false, ratio: 2 });
  const count = reports.length;
  vi.advanceTimersByTime(10_000);
  expect(reports).toHaveLength(count);
});

test("a press is reported with its age, and nothing else of the event", () => {
  vi.advanceTimersByTime(50);
  event("pointerdown", 100, 100, { timeStamp: 20, key: "s" });
  expect(reports).toEqual([{ do: "pointer", x: 0.1, y: 0.2, isPressed: true, ratio: 2, ageMs: 30 }]);
});

test("presses on the recorder's overlay, of other buttons, and those that scripts made are not reported", () => {
  event("pointerdown", 100, 100, { target: HOST });
  event("pointerdown", 100, 100, { button: 2 });
  event("pointerdown", 100, 100, { isTrusted: false });
  event("pointerdown", 100, 100, { isPrimary: false });
  event("pointermove", 100, 100, { isTrusted: false });
  vi.advanceTimersByTime(1_000);
  expect(reports).toEqual([]);
});

test("in a page that is enlarged by two fingers, positions are those of its visible part", () => {
  vi.stubGlobal("visualViewport", { scale: 2, offsetLeft: 200, offsetTop: 100 });
  event("pointerdown", 450, 225);
  event("pointerdown", 100, 100);
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatchObject({ x: 0.5, y: 0.5 });
});

test("after the end of the recording nothing is reported", () => {
  event("pointermove", 100, 100);
  vi.advanceTimersByTime(1);
  event("pointermove", 200, 100);
  stop.abort();
  vi.advanceTimersByTime(1_000);
  expect(reports).toHaveLength(1);
});
