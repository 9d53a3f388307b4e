import { expect, test } from "vitest";
import { keyHint } from "./keys/key-names.ts";
import { createEditorTexts, english } from "./texts.ts";

test("values replace their placeholders", () => {
  expect(createEditorTexts("en", "ltr").t("said.added", { name: "Arrow" })).toBe("Arrow added");
});

test("the form of a plural follows the language's own rules", () => {
  const polish = createEditorTexts("pl", "ltr", {
    sensitive: { redact_one: "{{count}} jeden", redact_few: "{{count}} kilka", redact_many: "{{count}} wiele" },
  });
  expect([1, 3, 5].map((count) => polish.t("sensitive.redact", { count }))).toEqual(["1 jeden", "3 kilka", "5 wiele"]);
});

test("a text that a language lacks is English, not its key", () => {
  expect(createEditorTexts("de", "ltr", { undo: "Rückgängig" }).t("redo")).toBe(english.redo);
  expect(createEditorTexts("de", "ltr", { undo: "Rückgängig" }).t("undo")).toBe("Rückgängig");
});

test("chords are printed as on the machine's own keyboard", () => {
  expect(keyHint("mod+shift+Z", true)).toBe("⌘⇧Z");
  expect(keyHint("mod+shift+Z", false)).toBe("Ctrl+Shift+Z");
});
