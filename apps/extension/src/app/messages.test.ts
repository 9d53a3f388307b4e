import { expect, test } from "vitest";
import { CAPTURE_MESSAGES } from "../capture/core/messages.ts";
import { RECORD_MESSAGES } from "../record/core/messages.ts";
import { SHARED_MESSAGES } from "../shared/core/messages.ts";
import { MESSAGES } from "./messages.ts";

test("no two areas use the same message name", () => {
  const names = [SHARED_MESSAGES, CAPTURE_MESSAGES, RECORD_MESSAGES].flatMap((table) => Object.keys(table));
  expect(Object.keys(MESSAGES).toSorted()).toEqual(names.toSorted());
});

test("messages from scripts in pages have names that begin with page, and go to the worker", () => {
  for (const [name, { from, to }] of Object.entries(MESSAGES)) {
    expect(from === "page").toBe(name.startsWith("page."));
    if (from === "page") expect(to).toBe("background");
  }
});

test("the repeat of a save names a save, a capture and one of the services", () => {
  const { request } = MESSAGES["page.retry-save"];
  const given = { saveId: "s1", provider: "drive", captureId: "c1" };
  expect(request({ ...given, more: true })).toEqual(given);
  expect(() => request({ ...given, provider: "slack" })).toThrow(TypeError);
  expect(() => request({ ...given, saveId: 1 })).toThrow(TypeError);
});
