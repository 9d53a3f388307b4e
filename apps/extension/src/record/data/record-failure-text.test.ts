import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "../../shared/data/i18n.ts";
import { failureText } from "./record-failure-text.ts";
import type { RecordFailure } from "../core/record-request.ts";

beforeAll(async () => {
  vi.stubGlobal("chrome", { i18n: { getUILanguage: () => "en" } });
  await startI18n("en");
});

const FAILURES: RecordFailure[] = [
  ...(["microphone", "camera", "screen", "tab"] as const).map((what) => ({ code: "not-allowed", what }) as const),
  ...(["microphone", "camera"] as const).map((what) => ({ code: "no-device", what }) as const),
  ...(["microphone", "camera", "screen", "tab"] as const).map((what) => ({ code: "device-busy", what }) as const),
  { code: "storage-full" },
  { code: "not-supported" },
  { code: "empty" },
  { code: "failed", detail: "something inside" },
  { code: "not-recordable" },
  { code: "tab-in-use" },
  { code: "busy" },
  { code: "no-area" },
];

test.each(FAILURES)("$code $what has a separate sentence", (failure) => {
  const text = failureText(failure);
  expect(text).toMatch(/^[A-Z].+\.$/u);
  expect(text).not.toContain("something inside");
});

test("a user who closed the chooser gets no message", () => {
  expect(failureText({ code: "cancelled" })).toBeNull();
});
