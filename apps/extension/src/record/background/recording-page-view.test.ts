import english from "@stillreel/i18n/en/recorder.json" with { type: "json" };
import { DEFAULT_SETUP, type RecordingSetup } from "@stillreel/recorder/types";
import { createInstance } from "i18next";
import { expect, test } from "vitest";
import { partChooserView, recordingPageView, roleOf } from "./recording-page-view.ts";

const i18n = createInstance();
await i18n.init({ lng: "en", resources: { en: { recorder: english } }, defaultNS: "recorder", interpolation: { escapeValue: false } });
const t = (key: string, values: Record<string, string> = {}): string => i18n.t(key, values);

const view = (setup: Partial<RecordingSetup>, isRecordedTab = true) =>
  recordingPageView(
    {
      recording: "one",
      setup: { ...DEFAULT_SETUP, ...setup },
      isRecordedTab,
      area: { x: 0, y: 0, width: 0.5, height: 0.5 },
      language: "en",
      direction: "ltr",
    },
    t,
  );

test("only the recorded tab is in the picture; a page beside a camera or another tab never is", () => {
  const role = (source: RecordingSetup["source"], isRecorded: boolean) => roleOf({ ...DEFAULT_SETUP, source }, isRecorded);
  expect([role("tab", true), role("area", true), role("tab", false)]).toEqual(["recorded", "recorded", "beside"]);
  expect([role("screen", false), role("window", false), role("camera", false)]).toEqual(["on-screen", "on-screen", "beside"]);
});

test("a page that is not recorded shows neither the frame of the part nor click rings", () => {
  expect(view({ source: "area" }, true)).toMatchObject({ area: { width: 0.5 }, showClicks: true });
  expect(view({ source: "area" }, false)).toMatchObject({ area: null, showClicks: false });
});

test("the texts are those of the catalogue, with their time slots open", () => {
  const { texts } = view({});
  expect(texts).toEqual(english.bar);
  expect(texts.kept).toContain("{{here}}");
});

test("the countdown names the source and the devices", () => {
  const message = (setup: Partial<RecordingSetup>) => view(setup).counting.join("");
  expect(view({ source: "screen", camera: { deviceId: null } }).counting).toEqual([
    "Recording ",
    "the screen",
    " with microphone and camera",
  ]);
  expect(message({ microphone: null })).toBe("Recording this tab");
  expect(message({ source: "camera", camera: { deviceId: null }, microphone: null })).toBe("Recording the camera");
});

test("the chooser of a part has a button to confirm and a button to cancel", () => {
  const { buttons } = partChooserView({ language: "en", direction: "ltr" }, t);
  expect(buttons.map(({ act, variant }) => [act, variant])).toEqual([
    ["take", "main"],
    ["cancel", "icon"],
  ]);
});
