import { expect, test } from "vitest";
import { commandOf } from "./keys.ts";

const none = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };

test.each([
  [{ key: "k" }, "toggle"],
  [{ key: " " }, "toggle"],
  [{ key: "ArrowRight" }, "forward"],
  [{ key: "ArrowLeft", shiftKey: true }, "previousChapter"],
  [{ key: "ArrowRight", shiftKey: true }, "nextChapter"],
  [{ key: "c" }, "comment"],
  [{ key: "C", shiftKey: true }, "captions"],
  [{ key: "L", shiftKey: true }, "like"],
  [{ key: "<", shiftKey: true }, "slower"],
  [{ key: ">", shiftKey: true }, "faster"],
  // German keyboards have < without shift.
  [{ key: "<" }, "slower"],
  [{ key: "F" }, "fullScreen"],
] as const)("%o means %s", (pressed, command) => {
  expect(commandOf({ ...none, ...pressed })).toBe(command);
});

test("keys of the page and of the browser are left alone", () => {
  expect(commandOf({ ...none, key: "l" })).toBeNull();
  for (const modifier of ["ctrlKey", "metaKey", "altKey"]) expect(commandOf({ ...none, key: "c", [modifier]: true })).toBeNull();
});
